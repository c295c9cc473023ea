package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"krigo/reproduce"
)

// experiment is one subcommand of reproduce.
type experiment struct {
	name, short string
	run         func(ctx context.Context, o reproduce.Options) ([]reproduce.Claim, error)
}

var experiments = []experiment{
	{"exact", "Test errors of exact inference on three UCI sets", reproduce.Exact},
	{"admm", "GPCV-ADMM: exact hold-out minima, Table 1's lengthscales, time, CO₂", reproduce.ADMM},
}

func reproduceCommand() *cobra.Command {
	group := &cobra.Command{
		Use:   "reproduce",
		Short: "Measure published figures again, and say which hold",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	for _, e := range experiments {
		group.AddCommand(e.command())
	}
	return group
}

func (e experiment) command() *cobra.Command {
	var o reproduce.Options
	var jsonFile string
	c := &cobra.Command{
		Use:   e.name,
		Short: e.short,
		Long: e.short + `.

A table of the claims goes to standard output, progress to standard error. An
interrupt ends the run with the claims that are complete.`,
		Example: "  krigo reproduce " + e.name + " --quick",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Progress = cmd.ErrOrStderr()
			return e.measure(cmd.Context(), cmd.OutOrStdout(), o, jsonFile)
		},
	}
	c.Flags().BoolVar(&o.Quick, "quick", false, "fewer folds and iterations: under a minute")
	c.Flags().StringVar(&o.Data, "data", dataFolder(), "the folder of the data (default: $KRIGO_DATA or ../shared/data)")
	c.Flags().StringVar(&jsonFile, "json", "", "write the claims to this file as JSON too")
	c.Flags().Lookup("data").DefValue = ""
	return c
}

// dataFolder is where the data lie, seen from the project's root.
func dataFolder() string {
	if folder := os.Getenv("KRIGO_DATA"); folder != "" {
		return folder
	}
	return "../shared/data"
}

// measure runs the experiment and writes what it has, also where it fails.
func (e experiment) measure(ctx context.Context, out io.Writer, o reproduce.Options, jsonFile string) error {
	claims, failure := e.run(ctx, o)
	if failure != nil {
		failure = fmt.Errorf("reproduce %s: %w", e.name, failure)
	}
	if len(claims) == 0 && failure != nil {
		return failure
	}
	if err := reproduce.WriteTable(out, claims); err != nil {
		return err
	}
	if jsonFile != "" {
		if err := writeClaims(jsonFile, claims); err != nil {
			return err
		}
	}
	return failure
}

func writeClaims(path string, claims []reproduce.Claim) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	err = reproduce.WriteJSON(file, claims)
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
