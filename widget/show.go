package widget

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"krigo/cell"
	"krigo/display/mime"
)

// show is an output that is redrawn.
type show struct {
	f        func() any
	who      string // the name of f in messages
	controls []*core
	area     *area // where it is drawn; nil is the cell's output
	handle   *mime.Handle
	beside   []*mime.Handle // the output that f prints and shows itself
	task     *mime.Task
	// recorded is the file's record of the controls, with their values; nil elsewhere.
	recorded *recording

	drawing sync.Mutex
	again   atomic.Bool // something changed while it was drawn
}

// Show shows controls and, below them, what f returns: once now, and again whenever one
// of the controls has changed, with the latest values. The result of f is shown as a
// cell's value is; an error that it returns, and a panic, fail the cell at first, and
// later replace the output. Output that f prints and shows itself is replaced at each
// redraw, too. Changes that f itself makes redraw nothing.
func Show(f func() any, controls ...Control) {
	showAs("Show", "the function of Show", f, controls)
}

// showAs is [Show] for call; messages name f by the argument who.
func showAs(call, who string, f func() any, controls []Control) {
	cores, err := coresOf(call, f, controls)
	if err != nil {
		mime.Show(mime.Failed(err))
		return
	}
	s := &show{f: f, who: who, controls: cores, area: openArea()}
	s.showControls()
	s.task = mime.NewTask(call, s.redraw)
	for _, c := range s.controls {
		c.addShow(s)
	}
	s.drawFirst()
}

// recording is a view of controls in a file, which has their values as text.
type recording struct {
	cell.Bundle
	handle *mime.Handle
}

func (s *show) showControls() {
	b := viewBundle(s.controls, s.area)
	if mime.Converses() || !mime.Records() {
		mime.Show(b)
		return
	}
	s.recorded = &recording{b, mime.NewHandle(b)}
}

// record writes the values of a drawing to the file.
func (s *show) record() {
	if s.recorded == nil {
		return
	}
	data := maps.Clone(s.recorded.Data)
	data[mime.TypePlain] = recorded(s.controls)
	s.recorded.handle.Update(cell.Bundle{Data: data})
}

// coresOf returns the cores of call's controls, or what is wrong with them or with its
// function.
func coresOf(call string, f func() any, controls []Control) ([]*core, error) {
	if f == nil {
		return nil, fmt.Errorf("widget: %s: the function is nil", call)
	}
	if len(controls) == 0 {
		return nil, fmt.Errorf("widget: %s: there are no controls: show the value itself, or name those that it depends on", call)
	}
	var cores []*core
	for i, control := range controls {
		c := coreOf(control)
		if c == nil {
			return nil, fmt.Errorf("widget: %s: control %d is nil", call, i)
		}
		if err := c.fault(); err != nil {
			return nil, err
		}
		if slices.Contains(cores, c) {
			return nil, fmt.Errorf("widget: %s: control %d, %s, appears twice", call, i, c.call)
		}
		cores = append(cores, c)
	}
	return cores, nil
}

// drawFirst draws in the cell that calls Show; the cell fails with the function.
func (s *show) drawFirst() {
	s.drawing.Lock()
	defer s.drawing.Unlock()
	v := s.call()
	if mime.Interrupted() {
		return
	}
	if err, ok := v.(error); ok {
		v = mime.Failed(fmt.Errorf("%s: %w", s.who, err))
	}
	s.put(v)
}

// changed redraws the output: at once, or in a handler, where it waits behind other
// changes.
func (s *show) changed(beside bool) {
	if mime.Handling() && !beside {
		s.task.Request()
		return
	}
	s.redraw()
}

func (s *show) redraw() {
	if !s.drawing.TryLock() {
		s.again.Store(true)
		return
	}
	defer s.drawing.Unlock()
	for range 2 { // a change that the function makes each time redraws once
		s.again.Store(false)
		s.draw()
		if !s.again.Load() {
			return
		}
	}
}

// draw draws with the current values. A failure is shown in place.
func (s *show) draw() {
	defer s.record()
	var v any
	err := mime.Guard(sentence(s.who), func() { v = s.call() })
	if failed, ok := v.(error); ok && err == nil {
		err = failed
	}
	if err == nil {
		err = mime.Guard("What "+s.who+" returned", func() { s.put(v) })
	}
	if err != nil {
		s.put(s.failed(err))
	}
}

// call calls the function, and replaces its previous output.
func (s *show) call() (v any) {
	mime.Capture(func() { v = s.f() }, s.putBeside)
	return v
}

func (s *show) putBeside(parts []cell.Bundle) {
	for i := range max(len(parts), len(s.beside)) {
		var b any
		if i < len(parts) {
			b = parts[i]
		}
		if b = something(b); i == len(s.beside) {
			s.beside = append(s.beside, s.newHandle(b))
			continue
		}
		s.beside[i].Update(b)
	}
}

// put shows v instead of the previous result.
func (s *show) put(v any) {
	v = something(v)
	if s.handle == nil {
		s.handle = s.newHandle(v)
		return
	}
	s.handle.Update(v)
}

// newHandle shows v where this is drawn.
func (s *show) newHandle(v any) *mime.Handle {
	if s.area == nil {
		return mime.NewHandle(v)
	}
	return mime.NewHandleIn(s.area.add(), v)
}

// something returns the representation of v, with a word for a function that returns
// nil.
func something(v any) any {
	if v == nil {
		return cell.Bundle{Data: map[string]any{mime.TypePlain: ""}}
	}
	return v
}

// sentence returns text as it begins a sentence.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// failed says why nothing is drawn, and with which values.
func (s *show) failed(err error) cell.Bundle {
	return cell.Bundle{Data: map[string]any{mime.TypePlain: failedWith(err, s.controls)}}
}

func failedWith(err error, controls []*core) string {
	lines := []string{strings.TrimSpace(err.Error()), "Nothing is drawn with"}
	for _, c := range controls {
		lines = append(lines, "    "+c.String())
	}
	return strings.Join(lines, "\n")
}
