package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"krigo/internal/exit"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
)

// Attended is the terminal of a single notebook.
type Attended struct {
	// Ask asks the user for a line.
	Ask func(ctx context.Context, prompt string, password bool) (string, error)
	// Terminal reports whether Stderr is a terminal, on which progress keeps one line.
	Terminal bool
}

// Notebook runs a single notebook, which may ask the user. The error has an exit status.
func Notebook(ctx context.Context, path string, o Options, a Attended) error {
	jobs, err := plan([]string{path}, o)
	if err != nil {
		return exit.Misuse(err)
	}
	j, e := jobs[0], o.execution()
	e.Ask = a.Ask
	e.Observe = execute.NewProgress(o.Stderr, a.Terminal).Observe
	j.run(ctx, e)
	faults := []error{j.write(o.Omit), writeJUnit(o.JUnit, jobs), printOutputs(o.Stdout, j.notebook, o.Print)}
	j.writeFailure(o.Stderr, o.Color)
	return errors.Join(append(faults, j.exit(ctx))...)
}

// AllCells is the tag that selects every cell for printing.
const AllCells = "all"

// printOutputs prints as text the outputs of the code cells with a tag: of none for "".
func printOutputs(w io.Writer, nb *nbformat.Notebook, tag string) error {
	for _, c := range nb.Cells {
		if tag == "" || tag != AllCells && !c.HasTag(tag) {
			continue
		}
		for _, o := range c.Outputs {
			text := o.Text
			if plain, ok := o.Data["text/plain"].(string); ok {
				text = plain
			}
			if text == "" {
				continue
			}
			if _, err := fmt.Fprintln(w, strings.TrimRight(text, "\n")); err != nil {
				return err
			}
		}
	}
	return nil
}
