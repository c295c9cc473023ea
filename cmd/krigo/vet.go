package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/internal/source"
	"krigo/interp"
	"krigo/interp/symbols"
)

func vetCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "vet [FILE | FOLDER]...",
		Short: "Check notebooks and scripts without running them",
		Long: `Vet checks notebooks (.ipynb), scripts of cells and Go programs (.go) as krigo
run would before it runs them, cell after cell, and runs nothing. Folders are
searched for all of these; without arguments the current one is.

It prints what is wrong as FILE:CELL:LINE:COLUMN, with what to do, and goes on
after a faulty cell: what that declares is assumed as far as it can be known. A
name that only a later cell declares is told as such. Cells tagged skip-
execution are left out, and those tagged raises-exception are expected to fail.
The status is 1 where a cell has an error; notes, on what is otherwise than in
compiled Go and on what go vet would tell, such as verbs that do not fit, do
not change it.

With --json each finding is an object on a line of its own, with file, cell (in
a notebook), line, column, severity (error or note), message and hint.`,
		Example: `  krigo vet
  krigo vet lesson.ipynb fit.go
  krigo vet --json notebooks`,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := source.Files(args)
			if err != nil {
				return err
			}
			return vetFiles(cmd, files, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object a line")
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
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", file.Path, err)
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
	var out []fileFinding
	for i, found := range interp.Vet(cells, interp.VetOptions{Symbols: symbols.NewWorld(), Dir: filepath.Dir(file.Path), MayFail: mayFail}) {
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
	var out []fileFinding
	for _, f := range slices.Concat(interp.Vet(repl.Cells(script), interp.VetOptions{Symbols: symbols.NewWorld(), Dir: dir, Program: true})...) {
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
	_, err := fmt.Fprintln(w, placeText(d))
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
