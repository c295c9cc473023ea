package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/manual"
	"krigo/internal/replace"
)

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write the manual pages, for man",
		Long: `Man writes a page for each command and topic into the folders man1 and man7 of a
folder, which are made where they are missing. They hold what help tells.`,
		Example: `  krigo man ~/.local/share/man
  man krigo-run`,
		Args:              wantArgs(1, 1, "a folder"),
		ValidArgsFunction: folders,
		RunE: func(cmd *cobra.Command, args []string) error {
			return writeManual(cmd.Root(), args[0])
		},
	}
}

// writeManual writes the pages of all commands that people call.
func writeManual(root *cobra.Command, folder string) error {
	source := manual.Source{Version: "krigo " + version, Date: buildDate()}
	var failure error
	eachCommand(root, func(c *cobra.Command) {
		if failure == nil && !c.Hidden {
			failure = writePage(c, folder, source)
		}
	})
	return failure
}

func writePage(c *cobra.Command, folder string, source manual.Source) error {
	name := manual.ManName(c)
	path := filepath.Join(folder, "man"+filepath.Ext(name)[1:], name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("man: %w", err)
	}
	if err := replace.Bytes(path, []byte(manual.Man(c, source))); err != nil {
		return fmt.Errorf("man: %w", err)
	}
	return nil
}

// buildDate is that of the commit that was built, or today where it is not known.
func buildDate() time.Time {
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, s := range build.Settings {
			if date, err := time.Parse(time.RFC3339, s.Value); s.Key == "vcs.time" && err == nil {
				return date
			}
		}
	}
	return time.Now()
}
