package notebook

import (
	"fmt"
	"slices"

	"krigo/internal/nbformat"
)

// last is the cell's last output, or nil.
func (c *cell) last() *output {
	if len(c.outputs) == 0 {
		return nil
	}
	return c.outputs[len(c.outputs)-1]
}

// add appends an output that was made here, without telling of it. It returns nil where
// the cell keeps no more, or is no code cell any more.
func (s *state) add(c *cell, file nbformat.Output) *output {
	if c.file.Type != nbformat.Code {
		return nil
	}
	if c.dropped > 0 || len(c.outputs) >= maxOutputs || s.full(sizeOf(file)) {
		s.leaveOut(c)
		return nil
	}
	o := &output{cell: c, file: file, trusted: true}
	c.outputs = append(c.outputs, o)
	return o
}

// leaveOut counts an output that the cell does not keep; its last output says so.
func (s *state) leaveOut(c *cell) {
	c.dropped++
	last := c.last()
	if c.dropped == 1 {
		last = &output{cell: c, trusted: true}
		c.outputs = append(c.outputs, last)
	}
	last.file = nbformat.Output{
		Type: nbformat.DisplayData,
		Data: map[string]any{"text/plain": fmt.Sprintf("… %d more outputs left out: %s", c.dropped, s.bound(c))},
	}
	last.shown = nil
	s.tellOut(last)
	s.change()
}

// show appends a display, or a result, under a display id if it has one.
func (s *state) show(c *cell, file nbformat.Output, display string) {
	s.clearIfDue(c)
	if display != "" {
		s.update(display, file)
	}
	o := s.add(c, file)
	if o == nil {
		return
	}
	if display != "" {
		o.display = display
		s.displays[display] = append(s.displays[display], o)
	}
	s.tellOut(o)
	s.change()
}

// update replaces what outputs of a display id show, in all cells.
func (s *state) update(display string, file nbformat.Output) {
	for _, o := range s.displays[display] {
		if s.full(sizeOf(file) - sizeOf(o.file)) {
			file.Data, file.Metadata = map[string]any{"text/plain": "… left out: " + s.boundBytes()}, nil
		}
		o.file.Data, o.file.Metadata = file.Data, file.Metadata
		o.shown, o.trusted = nil, true
		s.grow(o, drawPause)
		s.change()
	}
}

// clearIfDue clears where the next output was to do so.
func (s *state) clearIfDue(c *cell) {
	if c.clearNext {
		s.clear(c)
	}
}

// clear removes a cell's outputs.
func (s *state) clear(c *cell) {
	had := len(c.outputs) > 0
	s.flush()
	s.forget(c.outputs)
	c.outputs, c.text, c.clearNext, c.dropped = nil, nil, false, 0
	if had && s.has(c) {
		s.tell(clearEvent{"clear", c.file.ID})
		s.change()
	}
}

// forget gives up what is known of outputs that go.
func (s *state) forget(outputs []*output) {
	for _, o := range outputs {
		s.viewer.blobs.release(o.held)
		o.held, o.shown = nil, nil
		if o.display == "" {
			continue
		}
		left := slices.DeleteFunc(s.displays[o.display], func(other *output) bool { return other == o })
		if len(left) == 0 {
			delete(s.displays, o.display)
		} else {
			s.displays[o.display] = left
		}
	}
}
