package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/internal/source"
	"krigo/interp"
	"krigo/interp/symbols"
)

func debugCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "debug FILE",
		Short: "Print what the cells of a notebook or script are compiled to",
		Long: `Debug is for those who look for a fault of krigo itself. It compiles the cells of
a notebook (.ipynb) or a script (.go) in order, runs nothing, and prints for
each cell the composed file (the cell with the heads of what it uses of earlier
cells), the small Go that yaegi runs, and the instructions of each function that
the machine runs. CONTRIBUTING.md has the way from there to the fault.

A cell that does not compile ends it with status 1.`,
		Example: `  krigo debug fit.go
  krigo debug lesson.ipynb`,
		Args: wantArgs(1, 1, "a notebook or a script"),
		RunE: func(cmd *cobra.Command, args []string) error {
			cells, isScript, err := cellsOf(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			compiled, err := interp.Compile(symbols.NewWorld(), cells, isScript)
			for i, c := range compiled {
				writeCompiled(cmd.OutOrStdout(), i+1, c)
			}
			return err
		},
	}
}

// cellsOf returns the cells of a notebook or script, and reports whether it is a script.
func cellsOf(path string, in io.Reader) (cells []cell.Cell, isScript bool, err error) {
	raw, err := source.Read(path, in)
	if err != nil {
		return nil, false, err
	}
	if source.IsNotebook(path) {
		nb, err := nbformat.Parse(raw)
		if err != nil {
			return nil, false, err
		}
		return execute.Cells(nb), false, nb.CheckGo()
	}
	script, err := repl.ScriptCells(path, string(raw))
	return repl.Cells(script), true, err
}

// writeCompiled writes the forms of a cell that are not empty.
func writeCompiled(w io.Writer, number int, c interp.Compiled) {
	write := func(form, text string) {
		if text != "" {
			fmt.Fprintf(w, "=== cell %d: %s\n%s\n", number, form, text)
		}
	}
	write("composed", c.Composed)
	write("emitted", c.Emitted)
	for _, code := range c.Machine {
		write("machine "+code.Name, code.String())
	}
}
