package execute

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/nbformat"
)

// recorder keeps what a notebook's cells emit. Displays are known by their ID
// in the whole notebook, because a cell may update what another one showed.
type recorder struct {
	mu       sync.Mutex
	displays map[string][]*nbformat.Output
}

func newRecorder() *recorder {
	return &recorder{displays: make(map[string][]*nbformat.Output)}
}

// cell returns the output of a code cell.
func (r *recorder) cell(c *nbformat.Cell) *cellOutput {
	return &cellOutput{recorder: r, cell: c}
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

// cellOutput is the cell.Output of one cell.
type cellOutput struct {
	recorder *recorder
	cell     *nbformat.Cell
	// clearNext holds that the next output is to clear those before it.
	clearNext bool
}

// Stream appends to the last output where that is the same stream.
func (o *cellOutput) Stream(name, text string) {
	o.recorder.mu.Lock()
	defer o.recorder.mu.Unlock()
	o.clearIfDue()
	text = strings.ToValidUTF8(text, "\uFFFD")
	if n := len(o.cell.Outputs); n > 0 {
		if last := o.cell.Outputs[n-1]; last.Type == nbformat.Stream && last.Name == name {
			last.Text = overwrite(last.Text + text)
			return
		}
	}
	o.add(&nbformat.Output{Type: nbformat.Stream, Name: name, Text: overwrite(text)})
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

// Input has nobody to ask.
func (o *cellOutput) Input(context.Context, string, bool) (string, error) {
	return "", cell.ErrNoInput
}

// Comm does nothing: widgets live in front ends.
func (o *cellOutput) Comm(cell.CommMessage) {}

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
}

// overwritten is what a carriage return followed by more text overwrites.
var overwritten = regexp.MustCompile(`[^\n\r]*\r+([^\n\r])`)

// overwrite applies carriage returns, as a progress bar in a terminal uses
// them, so that a line holds what was written last.
func overwrite(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return overwritten.ReplaceAllString(text, "$1")
}
