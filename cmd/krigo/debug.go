package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"krigo/cell"
	"krigo/cmd/krigo/internal/help"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/execute"
	"krigo/internal/repl"
	"krigo/internal/source"
	"krigo/interp"
	"krigo/interp/imports"
)

func debugCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "debug FILE",
		Short: "Print what the cells of a notebook or script are compiled to",
		Long: `Debug helps to find a fault in krigo itself. It compiles the cells of a notebook
(.ipynb) or a script (.go) in order and runs nothing. For each cell it prints
the composed file (the cell with the declarations of earlier cells that it
uses), the functions that run on the register machine and the reason why the
others do not, the reduced Go that yaegi interprets, and the machine code:

    8  AddFloat       r3 = r3 + r5                // 4: s += x
    9  JumpLt         if r1 < r0 goto L1          // 3: for i := range n {

Registers r hold numbers, registers p hold pointers. CONTRIBUTING.md explains how
to find the fault from this output.

If a cell does not compile, debug stops there with status 1.`,
		Example: `  krigo debug fit.go
  krigo debug lesson.ipynb`,
		Args:              wantArgs(1, 1, "a notebook or a script"),
		GroupID:           groupHelp,
		Annotations:       help.SeeAlso("krigo vet", "krigo cells"),
		ValidArgsFunction: files("ipynb", "go"),
		RunE: func(cmd *cobra.Command, args []string) error {
			world, cells, isScript, err := cellsOf(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			compiled, err := interp.Compile(world, cells, isScript)
			for i, c := range compiled {
				writeCompiled(cmd.OutOrStdout(), i+1, c)
			}
			return err
		},
	}
}

// cellsOf returns the cells of a notebook or script with what they can import, and reports whether it is a script.
func cellsOf(path string, in io.Reader) (world *imports.World, cells []cell.Cell, isScript bool, err error) {
	raw, err := source.Read(path, in)
	if err != nil {
		return nil, nil, false, err
	}
	if source.IsNotebook(path) {
		nb, err := nbformat.Parse(raw)
		if err != nil {
			return nil, nil, false, err
		}
		world, err := worldOfNotebook(path, nb)
		return world, execute.Cells(nb), false, errors.Join(err, nb.CheckGo())
	}
	world, err = worldOfScript(path, string(raw))
	script, fault := repl.ScriptCells(path, string(raw))
	return world, repl.Cells(script), true, errors.Join(err, fault)
}

// writeCompiled writes the forms of a cell that are not empty.
func writeCompiled(w io.Writer, number int, c interp.Compiled) {
	write := func(form, text string) {
		if text != "" {
			fmt.Fprintf(w, "=== cell %d: %s\n%s\n", number, form, text)
		}
	}
	write("composed", c.Composed)
	write("functions", c.Functions)
	write("emitted", c.Emitted)
	for _, f := range c.Machine {
		write("machine "+f.Name, f.Text)
	}
}
