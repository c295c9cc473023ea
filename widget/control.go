package widget

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/display/mime"
)

// Control is a control of this package.
type Control interface {
	// String returns the control's name, value and range in one line.
	String() string
	core() *core
}

// kind is the part in which types of controls differ.
type kind interface {
	// check returns what is wrong with the options.
	check() error
	// initial returns the value if no option sets one.
	initial() any
	// text returns a value and its range in words.
	text(value any) string
	// view describes the control to a front end.
	view(d dialect, value any) view
	// given converts a value from outside: a given.Typed, or a value of JSON. If the
	// control cannot have it, want names the values that it can have.
	given(v any) (value any, want string)
}

// core is the part that all controls share.
type core struct {
	kind    kind
	call    string // the call that made the control, for errors
	name    string
	label   string
	tooltip string
	beside  bool

	mu       sync.Mutex
	value    any // nil until there is one
	shown    *shownModels
	onChange []func()
	shows    []*show
	late     string // an option that was set after the control was shown
	refused  error  // why a supplied value does not fit the control
}

// Options are the options of every control, for a control of type S, a pointer: each
// method returns it, so that all options chain in any order. Set options before the
// control is first shown.
type Options[S Control] struct {
	c    *core
	self S
}

func newOptions[S Control](self S, k kind, name, call string) Options[S] {
	c := &core{kind: k, call: call, name: name, label: name}
	c.takeGiven()
	return Options[S]{c: c, self: self}
}

func (o *Options[S]) core() *core { return o.c }

// Label sets the text next to the control, instead of its name, with the unit:
// Label("lengthscale (years)").
func (o *Options[S]) Label(text string) S {
	o.set("Label", func() { o.c.label = text })
	return o.self
}

// Tooltip sets the text that the front end shows when the pointer rests on the control.
func (o *Options[S]) Tooltip(text string) S {
	o.set("Tooltip", func() { o.c.tooltip = text })
	return o.self
}

// Concurrent lets the control's values change, and its handlers run, also while a cell
// runs. Data that both use needs a lock then: two goroutines that write to one map end
// the process. An interrupt ends the handlers' ctx only.
func (o *Options[S]) Concurrent() S {
	o.set("Concurrent", func() { o.c.beside = true })
	return o.self
}

// set sets an option, or records that it comes too late.
func (o *Options[S]) set(option string, f func()) {
	o.c.mu.Lock()
	defer o.c.mu.Unlock()
	if o.c.shown != nil && o.c.late == "" {
		o.c.late = option
		return
	}
	f()
}

// String returns the control's name, value and range in one line.
func (o *Options[S]) String() string { return o.c.String() }

// MIMEBundle shows the control alone.
func (o *Options[S]) MIMEBundle() map[string]any { return viewBundle([]*core{o.c}, nil).Data }

func (c *core) String() string { return c.label + " = " + c.kind.text(c.get()) }

// coreOf returns a control's core, or nil for a nil control.
func coreOf(c Control) *core {
	if c == nil || reflect.ValueOf(c).IsNil() {
		return nil
	}
	return c.core()
}

// fault returns what is wrong with the control, or nil.
func (c *core) fault() error {
	err := c.kind.check()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case strings.TrimSpace(c.name) == "":
		return fmt.Errorf("widget: %s: the name is empty", c.call)
	case err != nil:
		return fmt.Errorf("widget: %s: %w", c.call, err)
	case c.refused != nil:
		return c.refused
	case c.late != "":
		return fmt.Errorf("widget: %s: %s came after the control was shown: set options before", c.call, c.late)
	}
	return nil
}

func (c *core) get() any {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.value == nil {
		return c.kind.initial()
	}
	return c.value
}

// take makes v the value and calls all listeners. Tell makes the front end move the
// control; that is not needed if the front end has moved it.
func (c *core) take(v any, tell bool) {
	if !c.put(v) {
		return
	}
	if shown := c.models(); tell && shown != nil {
		shown.update(c.kind, v)
	}
	c.changed()
}

// place makes v the value temporarily: handlers are called, but the outputs of the
// control are not redrawn.
func (c *core) place(v any) {
	if c.put(v) {
		c.callHandlers()
	}
}

// put makes v the value, and reports whether it has changed.
func (c *core) put(v any) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.value
	if old == nil {
		old = c.kind.initial()
	}
	c.value = v
	return old != v
}

// changed calls the handlers and redraws the outputs of the control, also if a handler
// panics: they would show an old value otherwise.
func (c *core) changed() {
	defer c.redraw()
	c.callHandlers()
}

func (c *core) redraw() {
	c.mu.Lock()
	shows := c.shows
	c.mu.Unlock()
	for _, s := range shows {
		s.changed(c.beside)
	}
}

func (c *core) callHandlers() {
	c.mu.Lock()
	handlers := c.onChange
	c.mu.Unlock()
	for _, f := range handlers {
		f()
	}
}

func (c *core) listen(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onChange = append(c.onChange[:len(c.onChange):len(c.onChange)], f)
}

func (c *core) addShow(s *show) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shows = append(c.shows[:len(c.shows):len(c.shows)], s)
}

// viewBundle shows controls, one below another, and an area below them if there is one; or the first fault of
// a control.
func viewBundle(controls []*core, a *area) cell.Bundle {
	var labels []string
	for _, c := range controls {
		if err := c.fault(); err != nil {
			return mime.Failed(err)
		}
		labels = append(labels, c.label)
	}
	data := map[string]any{mime.TypePlain: valuesOf(controls)}
	switch {
	case mime.Converses(): // values would soon be out of date
		data[mime.TypePlain] = "Controls (run this cell to move them): " + strings.Join(labels, ", ")
		data[viewType] = openView(controls, a)
	case mime.Records():
		data[mime.TypePlain] = recorded(controls)
		data[viewType] = openView(controls, a)
	}
	return cell.Bundle{Data: data}
}

// valuesOf returns the values of controls, one per line.
func valuesOf(controls []*core) string {
	var lines []string
	for _, c := range controls {
		lines = append(lines, c.String())
	}
	return strings.Join(lines, "\n")
}

// recorded returns a file's record of controls.
func recorded(controls []*core) string {
	return valuesOf(controls) + "\nRun this cell in a notebook to move " + these(len(controls)) + "."
}

// these returns a word for n controls.
func these(n int) string {
	if n == 1 {
		return "it"
	}
	return "these"
}
