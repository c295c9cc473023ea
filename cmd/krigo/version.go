package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	root "krigo"
)

// version is the release; the kernel reports it as implementation_version.
const version = root.Version

func versionCommand() *cobra.Command {
	var modules bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version of krigo, its commit, and the Go that built it",
		Example: `  krigo version
  krigo version --modules`,
		Args:    cobra.NoArgs,
		GroupID: groupHelp,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			fmt.Fprint(out, versionLine())
			build, ok := debug.ReadBuildInfo()
			if !ok {
				return errors.New("version: this binary has no build information")
			}
			printCommit(out, build)
			if modules {
				printModules(out, build)
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&modules, "modules", false, "also print the modules that are built in")
	return cmd
}

// versionLine returns the output of krigo --version.
func versionLine() string {
	return fmt.Sprintf("krigo %s (%s %s/%s)\n", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// printCommit prints the commit that was built, and its date, where the build was
// of one.
func printCommit(out io.Writer, build *debug.BuildInfo) {
	settings := map[string]string{}
	for _, s := range build.Settings {
		settings[s.Key] = s.Value
	}
	if settings["vcs.revision"] == "" {
		return
	}
	changed := ""
	if settings["vcs.modified"] == "true" {
		changed = ", changed since"
	}
	fmt.Fprintf(out, "commit %s of %s%s\n", settings["vcs.revision"], settings["vcs.time"], changed)
}

// printModules prints the modules that are built in, with their versions.
func printModules(out io.Writer, build *debug.BuildInfo) {
	for _, m := range build.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		fmt.Fprintf(out, "%s %s\n", m.Path, m.Version)
	}
}
