package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"krigo/cell"
	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/internal/replace"
	"krigo/internal/source"
	"krigo/internal/textwidth"
	"krigo/interp"
	"krigo/interp/imports"
)

// fmtFlags are the flags of `krigo fmt`.
type fmtFlags struct{ check, diff bool }

func fmtCommand() *cobra.Command {
	var f fmtFlags
	cmd := &cobra.Command{
		Use:   "fmt [FILE | FOLDER | -]...",
		Short: "Format the Go of notebooks and scripts as gofmt does",
		Long: `Fmt formats the Go of notebooks (.ipynb), scripts of cells and ordinary Go files (.go) as
gofmt does, and prints the names of the files that it changed. It searches folders for both;
without arguments it formats the current folder. - reads a notebook or Go from standard input
and writes to standard output, as editors expect.

In a notebook, only the sources of cells change. Commands (%...), lines for the shell, text,
and the lines that separate a script's cells stay as they are. A cell with a syntax error
stays as it is too and is reported; the status is then 1, and the other cells are formatted.`,
		Example: `  krigo fmt
  krigo fmt lesson.ipynb scripts/
  krigo fmt --check notebooks
  krigo fmt --diff lesson.ipynb
  krigo fmt - < fit.go`,
		GroupID:           groupFiles,
		Annotations:       help.SeeAlso("krigo vet", "krigo cells"),
		ValidArgsFunction: files("ipynb", "go"),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := []source.File{{Path: source.StdinName, Named: true}}, error(nil)
			if len(args) != 1 || args[0] != source.Standard {
				files, err = source.Files(args)
			}
			if err != nil {
				return err
			}
			return formatFiles(cmd, files, f)
		},
	}
	cmd.Flags().BoolVar(&f.check, "check", false, "list the files that would change, and exit with status 1")
	cmd.Flags().BoolVar(&f.diff, "diff", false, "show what would change, and exit with status 1")
	return cmd
}

// formatFiles formats files, goes on after one that fails, and fails at the end.
func formatFiles(cmd *cobra.Command, files []source.File, f fmtFlags) error {
	good := true
	for _, file := range files {
		changed, err := formatFile(cmd, file, f)
		if err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), textwidth.VisibleText(err.Error()))
		}
		good = good && err == nil && !(changed && (f.check || f.diff))
	}
	if !good {
		return &exit.Error{Status: 1}
	}
	return nil
}

// formatFile formats a file and writes it, or shows what would change. The error says
// in lines of its own what is wrong where.
func formatFile(cmd *cobra.Command, file source.File, f fmtFlags) (changed bool, err error) {
	raw, err := source.Read(file.Path, cmd.InOrStdin())
	if err != nil {
		return false, err
	}
	r, err := formatSource(file, raw)
	if err != nil {
		return false, fmt.Errorf("%s: %w", file.Path, err)
	}
	out := cmd.OutOrStdout()
	changed = !bytes.Equal(raw, r.content)
	switch {
	case f.diff:
		_, err = out.Write(r.diff.Bytes())
	case file.Path == source.StdinName && !f.check:
		_, err = out.Write(r.content)
	case changed && !f.check:
		if err = replace.Bytes(file.Path, r.content); err == nil {
			_, err = fmt.Fprintln(out, textwidth.Visible(file.Path))
		}
	case changed:
		_, err = fmt.Fprintln(out, textwidth.Visible(file.Path))
	}
	if err == nil {
		err = r.failure()
	}
	return changed, err
}

// formatted is the result of formatting a file.
type formatted struct {
	path    string
	content []byte
	diff    bytes.Buffer
	faults  []cell.Diagnostic
	world   *imports.World // of all cells of the file
}

// formatSource formats the content of a file. The standard input holds a notebook
// where it can be read as one.
func formatSource(file source.File, raw []byte) (*formatted, error) {
	r := &formatted{path: file.Path, content: raw}
	nb, err := nbformat.Parse(raw)
	switch {
	case !source.IsNotebook(file.Path) && (file.Path != source.StdinName || err != nil):
		if r.world, err = worldOfScript(file.Path, string(raw)); err != nil {
			return nil, err
		}
		return r, r.script(string(raw))
	case err != nil:
		return nil, err
	}
	if err := nb.CheckGo(); err != nil {
		if file.Named {
			return nil, err
		}
		return r, nil
	}
	if r.world, err = worldOfNotebook(file.Path, nb); err != nil {
		return nil, err
	}
	return r, r.notebook(nb)
}

// script formats the cells of a Go file.
func (r *formatted) script(source string) error {
	text, err := repl.FormatScript(r.path, source, func(c cell.Cell) string {
		text, err := interp.Format(r.world, c)
		r.faults = append(r.faults, placesOf(err)...)
		return text
	})
	if err != nil {
		return err
	}
	r.content = []byte(text)
	r.compare(r.path, source, text)
	return nil
}

// notebook formats the cells of a notebook. A cell that is not run, or is expected to fail, may
// hold invalid Go.
func (r *formatted) notebook(nb *nbformat.Notebook) error {
	sources, run, skipped := map[int]string{}, 0, 0
	runs := map[*nbformat.Cell]bool{}
	for _, c := range execute.Runnable(nb) {
		runs[c] = true
	}
	for i, c := range nb.Cells {
		if c.Type != nbformat.Code {
			continue
		}
		label := ""
		if runs[c] {
			run++
			label = execute.Label(run)
		} else {
			skipped++
			label = fmt.Sprintf("skipped cell %d", skipped)
		}
		text, err := interp.Format(r.world, cell.Cell{Label: label, Source: c.Source})
		if runs[c] && !c.HasTag(execute.TagRaises) {
			for _, d := range placesOf(err) {
				r.faults = append(r.faults, inNotebook(r.path, d))
			}
		}
		if text != c.Source {
			sources[i] = text
			r.compare(r.path+":"+label, c.Source, text)
		}
	}
	if len(sources) == 0 {
		return nil
	}
	content, err := nbformat.ReplaceSources(r.content, sources)
	if err == nil {
		r.content = content
	}
	return err
}

// compare adds the difference between two texts whose last lines end with a newline.
func (r *formatted) compare(name, before, after string) {
	if !strings.HasSuffix(before, "\n") && !strings.HasSuffix(after, "\n") {
		before, after = before+"\n", after+"\n"
	}
	r.diff.Write(diff.Diff(name+".orig", []byte(before), name, []byte(after)))
}

// failure returns all faults, or nil.
func (r *formatted) failure() error {
	if len(r.faults) == 0 {
		return nil
	}
	lines := make([]string, len(r.faults))
	for i, d := range r.faults {
		lines[i] = placeText(d)
	}
	return errors.New(strings.Join(lines, "\n"))
}
