package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

// version is the release; the kernel reports it as implementation_version.
const version = "0.1.0"

func versionCommand() *cobra.Command {
	var modules bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of krigo, its commit and the Go that built it",
		Example: `  krigo version
  krigo version --modules`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			info, _ := debug.ReadBuildInfo()
			fmt.Fprintf(cmd.OutOrStdout(), "krigo %s (%s%s %s/%s)\n", version, commit(info), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			if !modules || info == nil {
				return nil
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, m := range info.Deps {
				fmt.Fprintf(table, "%s\t%s\t%s\n", m.Path, m.Version, m.Sum)
			}
			return table.Flush()
		},
	}
	c.Flags().BoolVar(&modules, "modules", false, "list the modules in it, with versions and sums")
	return c
}

// commit tells what the program was built from, such as "commit 1bfdf49 of
// 2026-11-22, ", or nothing where that is not known.
func commit(info *debug.BuildInfo) string {
	if info == nil {
		return ""
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	revision, when := settings["vcs.revision"], settings["vcs.time"]
	if len(revision) < 7 || len(when) < len("2006-01-02") {
		return ""
	}
	changed := ""
	if settings["vcs.modified"] == "true" {
		changed = " with changes"
	}
	return fmt.Sprintf("commit %s of %s%s, ", revision[:7], when[:len("2006-01-02")], changed)
}
