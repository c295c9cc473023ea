package notebook

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"krigo/internal/nbformat"
)

// outputs changes what cells show, and reports it to the pages.
//
// An output with a display id is in displays until forget, also where its cell was deleted and
// can come back. What an output holds among the blobs is released by forget.
type outputs struct {
	doc      *document
	pages    *subscribers
	saving   *saving
	blobs    *Blobs
	displays map[string][]*output
}

// add appends an output that was made here, without reporting it. It returns nil if the cell keeps
// no more, or is not a code cell any more.
func (o *outputs) add(c *cell, file nbformat.Output) *output {
	if c.file.Type != nbformat.Code {
		return nil
	}
	if c.dropped > 0 || len(c.outputs) >= maxOutputs || o.doc.full(sizeOf(file)) {
		o.leaveOut(c)
		return nil
	}
	out := newOutput(c, file, true)
	c.outputs = append(c.outputs, out)
	return out
}

// leaveOut counts an output that the cell does not keep; its last output says so.
func (o *outputs) leaveOut(c *cell) {
	c.dropped++
	last := c.last()
	if c.dropped == 1 {
		last = &output{cell: c, trusted: true}
		c.outputs = append(c.outputs, last)
	}
	last.file = nbformat.Output{
		Type: nbformat.DisplayData,
		Data: map[string]any{"text/plain": fmt.Sprintf("… %d more outputs left out: %s", c.dropped, o.doc.bound(c))},
	}
	last.unshow()
	o.pages.tellOut(last)
	o.saving.changed()
}

// show appends a display, or a result, under a display id if it has one.
func (o *outputs) show(c *cell, file nbformat.Output, display string) {
	o.clearIfDue(c)
	if display != "" {
		o.update(display, file)
	}
	out := o.add(c, file)
	if out == nil {
		return
	}
	if display != "" {
		out.display = display
		o.displays[display] = append(o.displays[display], out)
	}
	o.pages.tellOut(out)
	o.saving.changed()
}

// update replaces what outputs of a display id show, in all cells.
func (o *outputs) update(display string, file nbformat.Output) {
	for _, out := range o.displays[display] {
		if o.doc.full(sizeOf(file) - out.bytes) {
			file.Data, file.Metadata = map[string]any{"text/plain": "… left out: " + o.doc.boundBytes()}, nil
		}
		out.file.Data, out.file.Metadata = file.Data, file.Metadata
		out.bytes = sizeOf(out.file)
		out.unshow()
		out.trusted = true
		o.pages.grow(out, drawPause)
		o.saving.changed()
	}
}

// clearIfDue clears where the next output was to do so.
func (o *outputs) clearIfDue(c *cell) {
	if c.clearNext {
		o.clear(c)
	}
}

// clear removes a cell's outputs.
func (o *outputs) clear(c *cell) {
	had := len(c.outputs) > 0
	o.pages.flush()
	o.forget(c.outputs)
	c.outputs, c.text, c.clearNext, c.dropped = nil, nil, false, 0
	if had && o.doc.has(c) {
		o.pages.tell(clearEvent{"clear", c.file.ID})
		o.saving.changed()
	}
}

// forget drops the state of outputs that go.
func (o *outputs) forget(outputs []*output) {
	for _, out := range outputs {
		out.unshow()
		if out.display == "" {
			continue
		}
		left := slices.DeleteFunc(o.displays[out.display], func(other *output) bool { return other == out })
		if len(left) == 0 {
			delete(o.displays, out.display)
		} else {
			o.displays[out.display] = left
		}
	}
}

// print adds what a cell printed.
func (o *outputs) print(c *cell, name, content string) {
	o.clearIfDue(c)
	if o.doc.full(len(content)) {
		o.leaveOut(c)
		return
	}
	last := c.last()
	fresh := last == nil || last.file.Type != nbformat.Stream || last.file.Name != name || c.text == nil
	if fresh {
		if last = o.add(c, nbformat.Output{Type: nbformat.Stream, Name: name}); last == nil {
			return
		}
		if c.text == nil {
			c.text = newText()
		}
		c.text.printed.Begin(&last.file)
	}
	c.text.printed.Write(strings.ToValidUTF8(content, "\uFFFD"))
	c.text.bytes = min(c.text.bytes+len(content), 2*maxText)
	switch {
	case o.shrink(c, 2*maxText):
	case fresh:
		c.text.settle(&last.file)
		o.pages.tellOut(last)
	default:
		open := c.text.open(&last.file)
		o.pages.grow(last, textPause*time.Duration(1+len(open)/longLine))
	}
	o.saving.changed()
}

// shrink leaves the middle of what a cell printed out where there is more than most,
// and tells pages.
func (o *outputs) shrink(c *cell, most int) bool {
	if c.text == nil {
		return false
	}
	empty, shrunk := c.text.printed.Shrink(most)
	if !shrunk {
		return false
	}
	for _, out := range slices.Clone(c.outputs) {
		if slices.Contains(empty, &out.file) {
			o.drop(out)
		} else if out.file.Type == nbformat.Stream {
			c.text.settle(&out.file)
		}
	}
	o.pages.tellCell(c)
	return true
}

// drop removes an output without telling.
func (o *outputs) drop(out *output) {
	o.forget([]*output{out})
	out.cell.outputs = slices.DeleteFunc(out.cell.outputs, func(other *output) bool { return other == out })
}
