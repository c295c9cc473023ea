package mime

import (
	"sync"
	"time"

	"krigo/cell"
	"krigo/display/internal/guard"
)

// Drafter is a value that can be drawn faster, in lower quality, while it changes.
type Drafter interface {
	// Draft returns the value in a MIME type: PNG, or SVG or [cell.FigureType] where the front end
	// prefers that.
	Draft(mimetype string) cell.Bundle
}

// settleAfter is the time without changes after which a display that handlers redraw is
// drawn in full quality.
const settleAfter = 300 * time.Millisecond

func init() {
	HandleCommBeside(cell.FrontTarget, func(c *Comm, data map[string]any) { Remember(cell.FrontTarget, data) })
}

// redrawType returns the MIME type in which figures are redrawn.
func redrawType() string {
	switch preferred := Remembered(cell.FrontTarget)["redraw"]; preferred {
	case TypeSVG, cell.FigureType:
		return preferred.(string)
	}
	return TypePNG
}

// DraftIn returns v's Draft in a MIME type, and why that, or a part of it, cannot be
// shown. It returns false if v is drawn in one way only.
func DraftIn(mimetype string, v any) (b cell.Bundle, drafted bool, err error) {
	d, ok := drafterOf(v)
	if !ok {
		return cell.Bundle{}, false, nil
	}
	b, err = guard.Call("Draft", func() cell.Bundle { return d.Draft(mimetype) })
	if err != nil {
		return cell.Bundle{}, true, err
	}
	b, err = Check(b)
	return b, true, err
}

// draft returns v as it is drawn fast. It returns false if v is drawn in one way only.
func draft(v any) (cell.Bundle, bool) {
	d, ok := drafterOf(v)
	if !ok {
		return cell.Bundle{}, false
	}
	b, err := guard.Call("Draft", func() cell.Bundle { return checked(d.Draft(redrawType())) })
	return b, err == nil
}

// drafterOf returns v, or the view of it, as a Drafter.
func drafterOf(v any) (Drafter, bool) {
	if d, ok := v.(Drafter); ok {
		return d, true
	}
	if guard.IsNil(v) {
		return nil, false
	}
	view, err := guard.Call("a view", func() any { return views.view(v) })
	d, ok := view.(Drafter)
	return d, ok && err == nil
}

// settling is a display's pending full-quality drawing.
type settling struct {
	mu    sync.Mutex
	task  *Task
	timer *time.Timer
	value any // to be drawn well; nil where it is
}

// redraw shows v fast, and in full quality when it has stayed the same for a while.
func (h *Handle) redraw(v any) {
	b, drafted := draft(v)
	if !drafted {
		h.settle.cancel()
		h.show(checked(v), true)
		return
	}
	h.show(b, true)
	h.settleLater(v)
}

func (h *Handle) settleLater(v any) {
	s := &h.settle
	s.mu.Lock()
	defer s.mu.Unlock()
	s.value = v
	if s.task == nil {
		s.task = NewTask("a display", h.drawWell)
		s.timer = time.AfterFunc(settleAfter, s.task.Request)
		return
	}
	s.timer.Reset(settleAfter)
}

// drawWell shows what was drawn fast once more.
func (h *Handle) drawWell() {
	if v := h.settle.cancel(); v != nil {
		h.show(checked(v), true)
	}
}

// cancel returns the value that waits for full quality, and forgets it.
func (s *settling) cancel() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.timer != nil {
		s.timer.Stop()
	}
	v := s.value
	s.value = nil
	return v
}
