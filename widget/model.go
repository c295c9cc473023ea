package widget

import (
	"maps"
	"reflect"
	"sync"
	"unicode/utf8"

	"krigo/display/mime"
)

const (
	// viewType is the MIME type that shows a model.
	viewType = "application/vnd.jupyter.widget-view+json"
	// link is the class of models that keep two others in step.
	link = "Link"
	// outputName is the class of models that hold outputs.
	outputName = "Output"
	// controlWidth is the width of a control with a track or a field.
	controlWidth = "420px"
)

// model is a front end's model of a control, a layout, a style, a box or a link.
type model struct {
	comm    *mime.Comm
	dialect dialect

	mu    sync.Mutex
	state map[string]any
}

// models are the open models by the ids of their comms, for front ends that connect
// later.
var models = struct {
	sync.Mutex
	byID map[string]*model
}{byID: map[string]*model{}}

// openModel opens a model. Its handlers are named after the control.
func openModel(d dialect, name string, state ...map[string]any) *model {
	m := &model{dialect: d, state: map[string]any{}}
	for _, s := range state {
		maps.Copy(m.state, s)
	}
	m.comm = d.open(maps.Clone(m.state)).Called(name)
	models.Lock()
	models.byID[m.comm.ID()] = m
	models.Unlock()
	m.comm.OnClose(func() {
		models.Lock()
		defer models.Unlock()
		delete(models.byID, m.comm.ID())
	})
	m.comm.AtEnd(updateOf(nil))
	return m
}

// part opens a model without user code: it answers while cells run.
func part(d dialect, state ...map[string]any) *model {
	m := openModel(d, "a widget", state...)
	m.comm.Concurrent().OnMessage(func(data map[string]any) { m.answer(data) })
	return m
}

// answer answers a message that asks for the state. It reports whether it was one.
func (m *model) answer(data map[string]any) bool {
	if data["method"] != "request_state" {
		return false
	}
	m.mu.Lock()
	state := maps.Clone(m.state)
	m.mu.Unlock()
	m.send(state)
	return true
}

// isOpen reports whether no front end has closed the comm.
func (m *model) isOpen() bool {
	models.Lock()
	defer models.Unlock()
	return models.byID[m.comm.ID()] == m
}

// reference returns the name of m in another model's state.
func (m *model) reference() string { return "IPY_MODEL_" + m.comm.ID() }

// updateOf returns the message that changes a state.
func updateOf(state map[string]any) map[string]any {
	if state == nil {
		state = map[string]any{}
	}
	return map[string]any{"method": "update", "state": state, "buffer_paths": []any{}}
}

// send changes the state in front ends. If all have closed the comm, no front end shows
// it.
func (m *model) send(state map[string]any) { _ = m.comm.Send(updateOf(state)) }

// change sets the state, and returns the difference.
func (m *model) change(state map[string]any) map[string]any {
	m.mu.Lock()
	defer m.mu.Unlock()
	changed := map[string]any{}
	for key, v := range state {
		if !reflect.DeepEqual(m.state[key], v) {
			changed[key] = v
		}
	}
	maps.Copy(m.state, changed)
	return changed
}

// update changes the state here and in front ends.
func (m *model) update(state map[string]any) {
	if changed := m.change(state); len(changed) > 0 {
		m.send(changed)
	}
}

// allStates returns the states of all models of Jupyter's widgets, which a front end requests when
// it has loaded.
func allStates() map[string]any {
	models.Lock()
	defer models.Unlock()
	all := map[string]any{}
	for id, m := range models.byID {
		if m.dialect == (figureDialect{}) {
			continue
		}
		m.mu.Lock()
		all[id] = map[string]any{
			"model_name": m.state["_model_name"], "model_module": m.state["_model_module"],
			"model_module_version": m.state["_model_module_version"], "state": maps.Clone(m.state),
		}
		m.mu.Unlock()
	}
	return all
}

// shownModels are the models of a control that front ends have.
type shownModels struct {
	dialect dialect
	main    *model
	slider  *model // next to main, or nil
	root    *model // what is shown: main, or a box
}

// update moves the control in front ends.
func (s *shownModels) update(k kind, value any) {
	v := k.view(s.dialect, value)
	s.main.update(v.state)
	if s.slider != nil {
		s.slider.update(v.slider.state)
	}
}

// note keeps a value for later front ends, and corrects the front end that sent it if
// the value is not the one sent.
func (s *shownModels) note(k kind, value any, sent map[string]any) {
	v := k.view(s.dialect, value)
	states := map[*model]map[string]any{s.main: v.state}
	if s.slider != nil {
		states[s.slider] = v.slider.state
	}
	for m, state := range states {
		changed := m.change(state)
		for key, x := range changed {
			if y, ok := sent[key]; ok && sameNumber(x, y) {
				delete(changed, key)
			}
		}
		if len(changed) > 0 {
			m.send(changed)
		}
	}
}

// sameNumber compares a number with its form after JSON.
func sameNumber(x, y any) bool {
	a, ok := asFloat(x)
	b, ok2 := asFloat(y)
	return ok && ok2 && a == b || reflect.DeepEqual(x, y)
}

// models returns those that front ends have, or nil.
func (c *core) models() *shownModels {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown
}

// open returns the models of c, and opens them if front ends of this dialect have none.
// Room is for a description of that many characters.
func (c *core) open(d dialect, room int) *shownModels {
	shown := c.models()
	if shown != nil && shown.dialect == d && shown.main.isOpen() && shown.root.isOpen() {
		return shown
	}
	shown = c.openModels(d, room)
	c.mu.Lock()
	c.shown = shown
	c.mu.Unlock()
	return shown
}

func (c *core) openModels(d dialect, room int) *shownModels {
	v := c.kind.view(d, c.get())
	s := &shownModels{dialect: d}
	s.main = c.openControl(d, v, room)
	s.root = s.main
	if v.slider != nil {
		s.slider = c.openControl(d, *v.slider, room)
		part(d, d.identity(link), map[string]any{
			"source": []any{s.main.reference(), "value"}, "target": []any{s.slider.reference(), "value"},
		})
		s.root = openBox(d, "HBox", s.main, s.slider)
	}
	return s
}

// openControl opens the model of a control with its layout and its style.
func (c *core) openControl(d dialect, v view, room int) *model {
	width := controlWidth
	if v.model == "Button" || v.model == "Play" {
		width = ""
	}
	own := map[string]any{"disabled": false, "layout": part(d, d.layout(width)).reference()}
	if style := d.style(v.style, room); style != nil {
		own["style"] = part(d, style).reference()
	}
	m := openModel(d, "the control "+c.name, d.identity(v.model), own, d.describe(c.label, c.tooltip), v.state)
	if c.beside {
		m.comm.Concurrent()
	}
	m.comm.OnMessage(func(data map[string]any) { c.receive(m, data) })
	m.comm.AtEnd(updateOf(map[string]any{"disabled": true}))
	return m
}

// receive handles a front end's message about a control.
func (c *core) receive(m *model, data map[string]any) {
	if m.answer(data) {
		return
	}
	v := c.kind.view(m.dialect, c.get())
	if changed, ok := m.dialect.changes(data); ok {
		c.receiveChange(v, changed)
		return
	}
	if content, ok := data["content"].(map[string]any); ok && v.event != nil {
		event, _ := content["event"].(string)
		if value, ok := v.event(event); ok {
			c.take(value, false)
		}
	}
}

// receiveChange applies a front end's change of a control's state.
func (c *core) receiveChange(v view, changed map[string]any) {
	if v.read == nil {
		return
	}
	value, ok := v.read(changed)
	if !ok {
		return
	}
	c.models().note(c.kind, value, changed)
	c.take(value, false)
}

// openBox opens a box around models.
func openBox(d dialect, name string, children ...*model) *model {
	var references []any
	for _, m := range children {
		references = append(references, m.reference())
	}
	return part(d, d.identity(name), map[string]any{
		"children": references, "box_style": "", "layout": part(d, d.layout("")).reference(),
	})
}

// openEnding opens a line of text that is hidden until the process ends.
func openEnding(d dialect) *model {
	layout := part(d, d.layout(""), map[string]any{"display": "none"})
	layout.comm.AtEnd(updateOf(map[string]any{"display": "flex"}))
	own := map[string]any{
		"value":  "The session has ended: run the cell again to move these.",
		"layout": layout.reference(),
	}
	if style := d.style("DescriptionStyle", 0); style != nil {
		own["style"] = part(d, style).reference()
	}
	return part(d, d.identity("HTML"), d.describe("", ""), own)
}

// openView returns the content of viewType for controls that are shown below one
// another, and below them an area if there is one.
func openView(controls []*core, a *area) map[string]any {
	d, room := spoken(), 8
	for _, c := range controls {
		room = max(room, min(utf8.RuneCountInString(c.label)+1, 40))
	}
	var roots []*model
	for _, c := range controls {
		roots = append(roots, c.open(d, room).root)
	}
	roots = append(roots, openEnding(d))
	if a != nil {
		roots = append(roots, a.model)
	}
	root := openBox(d, "VBox", roots...)
	if d == (v1{}) {
		_ = root.comm.Send(map[string]any{"method": "display"}) // it is open: it has just been opened
	}
	return map[string]any{"model_id": root.comm.ID(), "version_major": 2, "version_minor": 0}
}
