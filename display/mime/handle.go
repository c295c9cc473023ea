package mime

import (
	"sync/atomic"

	"github.com/google/uuid"

	"krigo/cell"
)

// Handle is something shown that can be changed in place.
//
//	h := display.NewHandle("starting")
//	for i := range 10 {
//		h.Update(fmt.Sprintf("%d of 10", i+1))
//	}
//
// A handler of a comm, such as a widget's, may change it many times a second: then a
// figure is drawn fast, as PNG at its own size, and in full quality 300 ms after the
// last change.
type Handle struct {
	id     string
	show   func(b cell.Bundle, update bool)
	count  atomic.Int64
	settle settling
}

// NewHandle shows v and returns the handle to change it.
func NewHandle(v any) *Handle {
	h := &Handle{id: uuid.NewString()}
	h.show = func(b cell.Bundle, update bool) { output().Show(b, h.id, update) }
	h.Update(v)
	return h
}

// NewHandleIn returns a handle that passes what it shows to show, beginning with v, for callers that
// show it elsewhere than in the cell's output.
func NewHandleIn(show func(b cell.Bundle), v any) *Handle {
	h := &Handle{id: uuid.NewString(), show: func(b cell.Bundle, _ bool) { show(b) }}
	h.Update(v)
	return h
}

// ID returns the handle's display_id.
func (h *Handle) ID() string { return h.id }

// Update replaces the displayed value by v.
func (h *Handle) Update(v any) {
	again := h.count.Add(1) > 1
	if again && Handling() {
		h.redraw(v)
		return
	}
	h.settle.cancel()
	h.show(checked(v), again)
}
