package execute

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"krigo/cell"
	"krigo/internal/nbformat"
)

// Engine evaluates cells; *interp.Session is one.
type Engine interface {
	Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error)
}

// Failing is an engine on which each cell fails with Err, which is known before it runs.
type Failing struct{ Err *cell.Error }

// Eval returns Err.
func (f Failing) Eval(context.Context, cell.Cell, cell.Output) (*cell.Bundle, error) {
	return nil, f.Err
}

// Abandon does nothing, because no cell runs.
func (Failing) Abandon() {}

// Options configure a run of a notebook. The zero value stops at the first error
// and waits for every cell.
type Options struct {
	// AllowErrors goes on after a cell that fails.
	AllowErrors bool
	// Timeout, where positive, interrupts a cell that runs longer.
	Timeout time.Duration
	// MaxOutput, where positive, is how many bytes of what a cell prints are kept:
	// the first and the last half, between which a line tells what is left out.
	MaxOutput int
	// Ask answers a cell that asks for a line; nil if there is no user to ask.
	Ask func(ctx context.Context, prompt string, password bool) (string, error)
	// End, where not nil, is called when the last cell has run, and ends the engine:
	// what that still emits is recorded, such as that controls move no more.
	End func() error
	// Observe is called when a cell begins and when it ends.
	Observe func(Step)
	// Foreseen, where not nil, is the failure with which the run will end: its cell fails at once, and no other runs.
	Foreseen *CellError
}

// Step reports the progress of a run.
type Step struct {
	// Cell counts the code cells that are run, from 1 to Of.
	Cell, Of int
	// At is the cell in the notebook.
	At *nbformat.Cell
	// Done is true when the cell has ended, after Elapsed and with Err.
	Done    bool
	Elapsed time.Duration
	Err     error
}

// CellError is the failure of a cell that ended a run.
type CellError struct {
	// Cell counts the code cells that are run, from 1 to Of.
	Cell, Of int
	Err      *cell.Error
}

// Error reports which cell failed and why.
func (e *CellError) Error() string {
	return fmt.Sprintf("cell %d of %d: %v", e.Cell, e.Of, e.Err)
}

// Unwrap gives the interpreter's error.
func (e *CellError) Unwrap() error { return e.Err }

// Tags of cells' metadata that Jupyter's own runner knows as well.
const (
	TagSkip   = "skip-execution"   // the cell is not run
	TagRaises = "raises-exception" // the cell's error does not end the run
)

// Notebook runs a notebook's code cells in order. It removes all outputs that
// are there, records those that come, and completes the metadata. Cells that
// are empty or tagged skip-execution are not run; an error of a cell tagged
// raises-exception does not end the run.
//
// The first other error ends it with a *CellError, unless AllowErrors is set;
// cancelling ctx interrupts the running cell and ends the run with ctx's
// error. In each case nb holds what was recorded. A notebook for a language
// other than Go is an error, and left as it is.
func Notebook(ctx context.Context, engine Engine, nb *nbformat.Notebook, o Options) error {
	if err := nb.CheckGo(); err != nil {
		return err
	}
	completeMetadata(nb)
	cells := Runnable(nb)
	if f := o.Foreseen; f != nil {
		cells[f.Cell-1].Clear() // the others do not run, and keep theirs
	} else {
		clearOutputs(nb)
	}
	r := run{engine: engine, recorder: newRecorder(o.MaxOutput, o.Ask), options: o, of: len(cells)}
	err := r.all(ctx, cells)
	if o.End != nil {
		err = errors.Join(err, o.End())
	}
	r.recorder.end(nb)
	return err
}

// completeMetadata fills in what front ends need to open the notebook with
// krigo, and in a notebook without its language, the version that runs it.
func completeMetadata(nb *nbformat.Notebook) {
	_, known := nb.Metadata["language_info"].(map[string]any)
	nb.CompleteMetadata()
	if info, ok := nb.Metadata["language_info"].(map[string]any); ok && !known {
		info["version"] = runtime.Version()
	}
}

// clearOutputs removes the outputs of all code cells that are not skipped.
func clearOutputs(nb *nbformat.Notebook) {
	for _, c := range nb.Cells {
		if c.Type == nbformat.Code && !c.HasTag(TagSkip) {
			c.Clear()
		}
	}
}

// Runnable lists the cells that Notebook runs. Errors call them by their place in this
// list: see [Label].
func Runnable(nb *nbformat.Notebook) []*nbformat.Cell {
	var cells []*nbformat.Cell
	for _, c := range nb.Cells {
		if c.Type == nbformat.Code && !c.HasTag(TagSkip) && strings.TrimSpace(c.Source) != "" {
			cells = append(cells, c)
		}
	}
	return cells
}

// Cells returns the cells that Notebook runs, as it labels them.
func Cells(nb *nbformat.Notebook) []cell.Cell {
	var cells []cell.Cell
	for i, c := range Runnable(nb) {
		cells = append(cells, cell.Cell{Label: Label(i + 1), Source: c.Source})
	}
	return cells
}

// Label returns the name in errors of a cell that is run, counted from 1.
func Label(number int) string { return fmt.Sprintf("cell %d", number) }

// run is one run of a notebook.
type run struct {
	engine   Engine
	recorder *recorder
	options  Options
	of       int
}

// all runs cells until one ends the run.
func (r *run) all(ctx context.Context, cells []*nbformat.Cell) error {
	if f := r.options.Foreseen; f != nil {
		r.engine = Failing{f.Err}
		return r.cell(ctx, f.Cell, cells[f.Cell-1])
	}
	for i, c := range cells {
		if err := r.cell(ctx, i+1, c); err != nil {
			return err
		}
	}
	return nil
}

// cell runs one cell; an error ends the run.
func (r *run) cell(ctx context.Context, number int, c *nbformat.Cell) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.observe(Step{Cell: number, Of: r.of, At: c})
	start := time.Now()
	failure, err := r.eval(ctx, number, c)
	r.observe(Step{Cell: number, Of: r.of, At: c, Done: true, Elapsed: time.Since(start), Err: cmp.Or(err, orNil(failure))})
	switch {
	case err != nil:
		return fmt.Errorf("cell %d of %d: %w", number, r.of, err)
	case ctx.Err() != nil:
		return ctx.Err()
	case failure == nil || r.options.AllowErrors || c.HasTag(TagRaises):
		return nil
	}
	return &CellError{Cell: number, Of: r.of, Err: failure}
}

// eval evaluates one cell and records what comes of it: the cell's failure, or
// an error of the engine itself.
func (r *run) eval(ctx context.Context, number int, c *nbformat.Cell) (*cell.Error, error) {
	c.ExecutionCount = number
	out := r.recorder.cell(c)
	defer out.end()
	value, err := Eval(ctx, r.engine, cell.Cell{Label: Label(number), Source: c.Source}, out, r.options.Timeout)
	if err == nil {
		if value != nil {
			out.result(value)
		}
		return nil, nil
	}
	failure := (*cell.Error)(nil)
	if !errors.As(err, &failure) {
		return nil, err
	}
	out.fail(failure)
	return failure, nil
}

func (r *run) observe(s Step) {
	if r.options.Observe != nil {
		r.options.Observe(s)
	}
}

// orNil makes a nil pointer a nil error.
func orNil(e *cell.Error) error {
	if e == nil {
		return nil
	}
	return e
}
