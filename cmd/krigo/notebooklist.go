package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"krigo/internal/exit"
	"krigo/internal/server"
	"krigo/internal/userdir"
)

func notebookListCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the running notebook servers with their addresses",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := runningServers(cmd.Context())
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if asJSON {
				e := json.NewEncoder(out)
				e.SetIndent("", "  ")
				return e.Encode(append([]server.Running{}, all...))
			}
			table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
			for _, r := range all {
				fmt.Fprintf(table, "%s\t%s\n", r.Address(), r.Folder)
			}
			return table.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "list them as JSON")
	return cmd
}

// stopTime is the time that a server may take to save and end.
const stopTime = 30 * time.Second

func notebookStopCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "stop [PORT]",
		Short:             "Save the notebooks of a server and end it",
		Long:              "Stop ends the server at PORT, or where only one runs that one, once its notebooks are saved.",
		Args:              wantArgs(0, 1, "one port"),
		ValidArgsFunction: completeServers,
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := runningServers(cmd.Context())
			if err != nil {
				return err
			}
			r, err := chosenServer(all, args)
			if err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), stopTime)
			defer cancel()
			return r.Stop(ctx)
		},
	}
}

func runningServers(ctx context.Context) ([]server.Running, error) {
	dir, err := serversDir()
	if err != nil {
		return nil, err
	}
	return server.Find(ctx, dir)
}

// serversDir returns the folder that has a file for each server which runs.
func serversDir() (string, error) {
	own, err := userdir.Here().Own()
	if err != nil {
		return "", err
	}
	return filepath.Join(own, "servers"), nil
}

// chosenServer returns the server at the port that the arguments name, or the only one.
func chosenServer(all []server.Running, args []string) (server.Running, error) {
	var ports []string
	for _, r := range all {
		ports = append(ports, strconv.Itoa(r.Port))
		if len(args) > 0 && args[0] == ports[len(ports)-1] {
			return r, nil
		}
	}
	switch {
	case len(all) == 0:
		return server.Running{}, exit.Misusef("stop: no server runs")
	case len(args) > 0:
		return server.Running{}, exit.Misusef("stop %s: no server runs there; servers run at %s", args[0], strings.Join(ports, ", "))
	case len(all) > 1:
		return server.Running{}, exit.Misusef("stop: %d servers run; name the port: %s", len(all), strings.Join(ports, ", "))
	}
	return all[0], nil
}

// completeServers completes the ports of servers that run.
func completeServers(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	all, err := runningServers(ctx)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var ports []string
	for _, r := range all {
		ports = append(ports, cobra.CompletionWithDesc(strconv.Itoa(r.Port), r.Folder))
	}
	return ports, cobra.ShellCompDirectiveNoFileComp
}
