package mime

import (
	"sync/atomic"

	"github.com/google/uuid"
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
	count  atomic.Int64
	settle settling
}

// NewHandle shows v and returns the handle to change it.
func NewHandle(v any) *Handle {
	h := &Handle{id: uuid.NewString()}
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
	output().Show(checked(v), h.id, again)
}
