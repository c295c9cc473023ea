package execute

import (
	"context"
	"slices"
	"sync"

	"krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/nbformat/printed"
)

// recorder keeps what a notebook's cells emit. Displays are known by their ID
// in the whole notebook, because a cell may update what another one showed.
type recorder struct {
	maxOutput int
	question  func(ctx context.Context, prompt string, password bool) (string, error)

	mu       sync.Mutex
	displays map[string][]*nbformat.Output
	widgets  *widgets
}

func newRecorder(maxOutput int, ask func(ctx context.Context, prompt string, password bool) (string, error)) *recorder {
	return &recorder{maxOutput: maxOutput, question: ask, displays: make(map[string][]*nbformat.Output), widgets: newWidgets()}
}

// cell returns the output of a code cell.
func (r *recorder) cell(c *nbformat.Cell) *cellOutput {
	return &cellOutput{recorder: r, cell: c, printed: printed.Text{Limit: r.maxOutput, Advice: "krigo run --full keeps all"}}
}

// update replaces the outputs that bear an ID.
func (r *recorder) update(id string, b cell.Bundle) {
	for _, out := range r.displays[id] {
		out.Data, out.Metadata = b.Data, b.Metadata
	}
}

// forget drops outputs that were cleared, so that updates pass them by.
func (r *recorder) forget(outputs []*nbformat.Output) {
	for id, shown := range r.displays {
		r.displays[id] = slices.DeleteFunc(shown, func(o *nbformat.Output) bool { return slices.Contains(outputs, o) })
	}
}

// end completes the notebook when its cells have run.
func (r *recorder) end(nb *nbformat.Notebook) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.widgets.save(nb)
}

// cellOutput is the cell.Output of one cell.
type cellOutput struct {
	recorder *recorder
	cell     *nbformat.Cell
	// clearNext holds that the next output is to clear those before it.
	clearNext bool
	// printed is the text of the cell's streams, which their outputs get when the
	// cell has ended: a text that grows by chunks is not copied for each.
	printed printed.Text
	ended   bool
}

// Stream appends to the last output where that is the same stream.
func (o *cellOutput) Stream(name, text string) {
	o.recorder.mu.Lock()
	defer o.recorder.mu.Unlock()
	o.clearIfDue()
	if n := len(o.cell.Outputs); n == 0 || o.cell.Outputs[n-1].Type != nbformat.Stream || o.cell.Outputs[n-1].Name != name {
		out := &nbformat.Output{Type: nbformat.Stream, Name: name}
		o.add(out)
		o.printed.Begin(out)
	}
	o.printed.Write(text)
	o.shrink(2 * o.printed.Limit)
	if o.ended {
		o.settle()
	}
}

// end completes the outputs when the cell has ended. What its goroutines print
// later is added at once.
func (o *cellOutput) end() {
	o.recorder.mu.Lock()
	defer o.recorder.mu.Unlock()
	o.ended = true
	o.settle()
}

// settle gives the outputs of streams their text.
func (o *cellOutput) settle() {
	o.shrink(o.printed.Limit)
	o.printed.Settle()
}

// shrink keeps the text to its limit if it is longer than most, and removes outputs that became
// empty.
func (o *cellOutput) shrink(most int) {
	if empty, _ := o.printed.Shrink(most); len(empty) > 0 {
		o.cell.Outputs = slices.DeleteFunc(o.cell.Outputs, func(out *nbformat.Output) bool { return slices.Contains(empty, out) })
	}
}

// Display adds a display, or replaces those that bear its ID. One that is
// added under an ID in use replaces the older ones' content too.
func (o *cellOutput) Display(d cell.Display) {
	o.recorder.mu.Lock()
	defer o.recorder.mu.Unlock()
	if d.ID != "" {
		o.recorder.update(d.ID, d.Bundle)
	}
	if d.Update {
		return
	}
	o.clearIfDue()
	out := &nbformat.Output{Type: nbformat.DisplayData, Data: d.Data, Metadata: d.Metadata}
	o.add(out)
	if d.ID != "" {
		o.recorder.displays[d.ID] = append(o.recorder.displays[d.ID], out)
	}
}

// Clear removes the cell's outputs, or notes to do so.
func (o *cellOutput) Clear(wait bool) {
	o.recorder.mu.Lock()
	defer o.recorder.mu.Unlock()
	if wait {
		o.clearNext = true
		return
	}
	o.clear()
}

// Page does nothing: a notebook has no pager.
func (o *cellOutput) Page(cell.Bundle) {}

// Input asks the user, if Ask is set.
func (o *cellOutput) Input(ctx context.Context, prompt string, password bool) (string, error) {
	if o.recorder.question == nil {
		return "", cell.ErrNoInput
	}
	return o.recorder.question(ctx, prompt, password)
}

// Comm keeps the state of widgets.
func (o *cellOutput) Comm(m cell.CommMessage) {
	o.recorder.mu.Lock()
	defer o.recorder.mu.Unlock()
	o.recorder.widgets.receive(o.cell, m)
}

// result records the value of the cell.
func (o *cellOutput) result(b *cell.Bundle) {
	o.recorder.mu.Lock()
	defer o.recorder.mu.Unlock()
	o.clearIfDue()
	o.add(&nbformat.Output{
		Type: nbformat.ExecuteResult, Data: b.Data, Metadata: b.Metadata, ExecutionCount: o.cell.ExecutionCount,
	})
}

// fail records the failure of the cell.
func (o *cellOutput) fail(err *cell.Error) {
	o.recorder.mu.Lock()
	defer o.recorder.mu.Unlock()
	o.clearIfDue()
	o.add(&nbformat.Output{
		Type: nbformat.Error, ErrorName: err.Name, ErrorValue: err.Message, Traceback: err.Traceback(true),
	})
}

func (o *cellOutput) add(out *nbformat.Output) {
	o.cell.Outputs = append(o.cell.Outputs, out)
}

func (o *cellOutput) clearIfDue() {
	if o.clearNext {
		o.clear()
	}
}

func (o *cellOutput) clear() {
	o.clearNext = false
	o.recorder.forget(o.cell.Outputs)
	o.cell.Outputs = nil
	o.printed = printed.Text{Limit: o.printed.Limit, Advice: o.printed.Advice}
}
