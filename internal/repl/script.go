package repl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krigo/cell"
	"krigo/internal/nbformat/percent"
)

// Script evaluates the text of a Go file and prints its results. The text is
// a program, whose func main is called, or a script of cells, as package percent
// cuts it. Errors have positions in the file, whose name is label.
//
// It returns the error of the first cell that fails, which it has printed. A
// script that calls os.Exit ends there, with an error that ExitCode knows.
func Script(ctx context.Context, engine Engine, screen *Screen, label, source string) error {
	cells, err := ScriptCells(label, source)
	if err != nil {
		return err
	}
	return RunScript(ctx, engine, screen, cells)
}

// ScriptCell is a cell of a script.
type ScriptCell struct {
	cell.Cell
	// Tags are those that the line which begins it gives, as in
	//
	//	// %% tags=["parameters"]
	Tags []string

	calls bool // it is the call of a program's func main, which stands nowhere in its file
}

// ScriptCells cuts the text of a Go file into cells. Of a program with a func main
// there are two: its declarations, and the call.
func ScriptCells(label, source string) ([]ScriptCell, error) {
	cells, isProgram, err := cut(label, source)
	if isProgram {
		cells = append(cells, ScriptCell{Cell: cell.Cell{Label: label, Source: "main()"}, calls: true})
	}
	return cells, err
}

// Cells returns the cells of a script without their tags.
func Cells(script []ScriptCell) []cell.Cell {
	cells := make([]cell.Cell, len(script))
	for i, c := range script {
		cells[i] = c.Cell
	}
	return cells
}

// cut is ScriptCells without the call of a program's func main.
func cut(label, source string) (cells []ScriptCell, isProgram bool, err error) {
	pieces, isProgram, err := percent.Cells(source)
	if err != nil {
		return nil, false, fmt.Errorf("%s: %w", label, err)
	}
	for _, p := range pieces {
		cells = append(cells, ScriptCell{Cell: cell.Cell{Label: label, Source: p.Source}, Tags: p.Tags})
	}
	return cells, isProgram, nil
}

// RunScript is Script for cells that are cut already.
func RunScript(ctx context.Context, engine Engine, screen *Screen, cells []ScriptCell) error {
	for _, c := range cells {
		value, err := engine.Eval(ctx, screen.begin(c.Cell), screen)
		if c.calls {
			err = withoutCall(err)
		}
		if _, exits := ExitCode(err); exits {
			screen.finishCell(nil, nil)
			return err
		}
		screen.finishCell(value, err)
		if err != nil {
			return err
		}
	}
	return nil
}

// withoutCall is the error of a program without the place of the call of its func main.
func withoutCall(err error) error {
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) || len(failure.Diagnostics) < 2 {
		return err
	}
	inFile := *failure
	inFile.Diagnostics = slices.DeleteFunc(slices.Clone(failure.Diagnostics), func(d cell.Diagnostic) bool { return d.Line == 1 && d.Source == "main()" })
	return &inFile
}

// ExitCode returns the status that a cell gave to os.Exit, if err reports such a call, or the exit
// status of the cell's process, for example after log.Fatal.
func ExitCode(err error) (code int, ok bool) {
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) || failure.Name != "Exit" && !failure.Exited {
		return 0, false
	}
	return failure.Code, true
}
