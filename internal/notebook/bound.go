package notebook

import (
	"fmt"

	"krigo/internal/nbformat"
)

// full tells whether so many bytes more are more than the room may keep.
func (s *state) full(more int) bool {
	return s.maxBytes > 0 && more > 0 && s.bytes()+more > s.maxBytes
}

// bytes is about what the cells have, with those that can come back.
func (s *state) bytes() (n int) {
	for _, cells := range [][]*cell{s.cells, s.deletedCells()} {
		for _, c := range cells {
			n += len(c.file.Source)
			if c.text != nil {
				n += c.text.bytes
			}
			for _, o := range c.outputs {
				n += sizeOf(o.file)
			}
		}
	}
	return n
}

// sizeOf is about the bytes of an output.
func sizeOf(o nbformat.Output) int {
	n := len(o.Text) + len(o.ErrorValue)
	for _, v := range o.Data {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		}
	}
	return n
}

// bound says why a cell keeps no more outputs.
func (s *state) bound(c *cell) string {
	if len(c.outputs) > maxOutputs {
		return fmt.Sprintf("a notebook keeps %d of a cell", maxOutputs)
	}
	return s.boundBytes()
}

// boundBytes says what the room keeps at most.
func (s *state) boundBytes() string {
	return fmt.Sprintf("%d MB of code and outputs are kept here", s.maxBytes>>20)
}
