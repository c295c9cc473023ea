package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"krigo/cmd/krigo/internal/help"
	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/internal/source"
	"krigo/internal/textwidth"
	"krigo/interp"
)

func vetCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "vet [FILE | FOLDER]...",
		Short: "Check notebooks and scripts without running them",
		Long: `Vet checks notebooks (.ipynb), scripts of cells and Go programs (.go) as krigo run would before
running them, cell after cell, and runs nothing. It searches folders for all of these; without
arguments it checks the current folder.

It prints each finding as FILE:CELL:LINE:COLUMN, with what to do, and continues after a faulty
cell, assuming its declarations as far as they can be known. A name that only a later cell
declares is reported as such. Cells tagged skip-execution are skipped, and those tagged
raises-exception are expected to fail. The status is 1 if a cell has an error. Notes do not
change it: they report differences from compiled Go and what go vet would report, such as
verbs that do not match.

With --json each finding is an object on a line of its own, with file, cell (in a notebook),
line, column, severity (error or note), message and hint.`,
		Example: `  krigo vet
  krigo vet lesson.ipynb fit.go
  krigo vet --json notebooks`,
		GroupID:           groupFiles,
		Annotations:       help.SeeAlso("krigo fmt", "krigo run", "krigo cells"),
		ValidArgsFunction: files("ipynb", "go"),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := source.Files(args)
			if err != nil {
				return err
			}
			return vetFiles(cmd, files, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object per line")
	return cmd
}

// vetFiles vets files, goes on after one that has errors, and fails at the end.
func vetFiles(cmd *cobra.Command, files []source.File, asJSON bool) error {
	write := writeFinding
	if asJSON {
		write = writeFindingJSON
	}
	good := true
	for _, file := range files {
		findings, err := vetFile(file)
		if err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), textwidth.VisibleText(fmt.Sprintf("%s: %v", file.Path, err)))
			good = false
		}
		for _, f := range findings {
			if err := write(cmd.OutOrStdout(), f); err != nil {
				return err
			}
			good = good && f.Warning
		}
	}
	if !good {
		return &exit.Error{Status: 1}
	}
	return nil
}

// fileFinding is a problem in a file.
type fileFinding struct {
	interp.Finding
	file string
	cell int // its number in a notebook, or 0
}

func vetFile(file source.File) ([]fileFinding, error) {
	if source.IsNotebook(file.Path) {
		return vetNotebook(file)
	}
	return vetScript(file)
}

// vetNotebook vets the cells of a notebook that are run. A notebook of another
// language is passed over, where it was found in a folder.
func vetNotebook(file source.File) ([]fileFinding, error) {
	raw, err := os.ReadFile(file.Path)
	if err != nil {
		return nil, err
	}
	nb, err := nbformat.Parse(raw)
	if err != nil {
		return nil, err
	}
	if err := nb.CheckGo(); err != nil {
		if file.Named {
			return nil, err
		}
		return nil, nil
	}
	cells, mayFail := execute.Cells(nb), map[string]bool{}
	for i, c := range execute.Runnable(nb) {
		mayFail[cells[i].Label] = c.HasTag(execute.TagRaises)
	}
	world, err := worldOfNotebook(file.Path, nb)
	if err != nil {
		return nil, err
	}
	var out []fileFinding
	for i, found := range interp.Vet(cells, interp.VetOptions{Symbols: world, Dir: filepath.Dir(file.Path), MayFail: mayFail}) {
		for _, f := range found {
			f.Diagnostic = inNotebook(file.Path, f.Diagnostic)
			out = append(out, fileFinding{f, file.Path, i + 1})
		}
	}
	return out, nil
}

// vetScript vets a script of cells or a program. What else a folder has of Go is
// passed over.
func vetScript(file source.File) ([]fileFinding, error) {
	raw, err := os.ReadFile(file.Path)
	if err != nil {
		return nil, err
	}
	if !file.Named && !source.IsScript(file.Path, raw) {
		return nil, nil
	}
	script, err := repl.ScriptCells(file.Path, string(raw))
	if err != nil {
		return nil, err
	}
	dir, err := os.Getwd() // where scripts run
	if err != nil {
		return nil, err
	}
	world, err := worldOfScript(file.Path, string(raw))
	if err != nil {
		return nil, err
	}
	var out []fileFinding
	for _, f := range slices.Concat(interp.Vet(repl.Cells(script), interp.VetOptions{Symbols: world, Dir: dir, Program: true})...) {
		out = append(out, fileFinding{f, file.Path, 0})
	}
	return out, nil
}

// writeFinding writes a finding for people and for tools that know compilers.
func writeFinding(w io.Writer, f fileFinding) error {
	d := f.Diagnostic
	if f.Warning {
		d.Message = "note: " + d.Message
	}
	_, err := fmt.Fprintln(w, textwidth.VisibleText(placeText(d)))
	return err
}

// writeFindingJSON writes a finding as one line of JSON.
func writeFindingJSON(w io.Writer, f fileFinding) error {
	severity := "error"
	if f.Warning {
		severity = "note"
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		File     string `json:"file"`
		Cell     int    `json:"cell,omitempty"`
		Line     int    `json:"line"`
		Column   int    `json:"column"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
		Hint     string `json:"hint,omitempty"`
	}{f.file, f.cell, f.Line, f.Column, severity, f.Message, f.Hint})
}
