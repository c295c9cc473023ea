package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/source"
	"krigo/internal/textwidth"
)

func stripCommand() *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "strip FILE.ipynb... | -",
		Short: "Remove the outputs of notebooks",
		Long: `Strip removes from notebooks what a run leaves in them: outputs, execution counts, the state
of widgets, and metadata of runs and views (collapsed, scrolled, ExecuteTime and the like).
Sources, tags, IDs and all other bytes stay as they are. Strip prints the names of the files
that it changes, and does not write those with nothing to remove.

A cell keeps its outputs if it has the tag keep_output, or if its metadata or the notebook's
has "keep_output": true.

With - a notebook comes from standard input and goes to standard output, as for a clean filter
of git (see krigo install --git). Empty input, or input with the conflict marks of a merge,
passes through unchanged, so that git can show and resolve the conflict; anything else that is
not a notebook is an error, and git does not add it.

The status is 2 if a file cannot be stripped, and 1 if --check finds one that would change.`,
		Example: `  krigo strip lesson.ipynb
  krigo strip --check lesson.ipynb
  krigo strip - < lesson.ipynb > stripped.ipynb`,
		Args:              wantArgs(1, math.MaxInt, "notebooks, or - for standard input"),
		GroupID:           groupFiles,
		Annotations:       help.SeeAlso("krigo diff", "krigo install"),
		ValidArgsFunction: files("ipynb"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == source.Standard {
				return stripStream(cmd, check)
			}
			return stripFiles(cmd.OutOrStdout(), args, check)
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "change nothing; list the files that would change, with status 1 if there are any")
	return cmd
}

// stripFiles strips each file, or only looks whether it would change, and prints
// the names of those that do. A file that fails does not keep others from it.
func stripFiles(out io.Writer, paths []string, check bool) error {
	strip := nbformat.StripFile
	if check {
		strip = wouldStrip
	}
	var failures []error
	found := false
	for _, path := range paths {
		if isFolder(path) {
			failures = append(failures, source.FolderError(path))
			continue
		}
		changed, err := strip(path)
		if err != nil {
			failures = append(failures, err)
		}
		if changed {
			found = true
			fmt.Fprintln(out, textwidth.Visible(path))
		}
	}
	if len(failures) > 0 {
		return &exit.Error{Status: trouble, Err: errors.Join(failures...)}
	}
	if check && found {
		return &exit.Error{Status: 1}
	}
	return nil
}

// wouldStrip reports whether StripFile would change a file.
func wouldStrip(path string) (bool, error) {
	_, changes, err := nbformat.StrippedFile(path)
	return changes, err
}

// stripStream strips what comes from standard input.
func stripStream(cmd *cobra.Command, check bool) error {
	raw, err := io.ReadAll(cmd.InOrStdin())
	if err != nil {
		return fmt.Errorf("strip: %w", err)
	}
	stripped := raw
	if len(raw) > 0 && !nbformat.InConflict(raw) {
		if stripped, err = nbformat.Strip(raw); err != nil {
			return &exit.Error{Status: trouble, Err: fmt.Errorf("strip: standard input: %w", err)}
		}
	}
	if check {
		if !bytes.Equal(raw, stripped) {
			return &exit.Error{Status: 1}
		}
		return nil
	}
	_, err = cmd.OutOrStdout().Write(stripped)
	return err
}
