package widget

import (
	"maps"
	"slices"
	"sync"
	"testing"

	"krigo/cell"
	"krigo/display/mime"
)

// front is an Output with a front end on its other side, whose part the test takes,
// and the queue of handlers of a program that runs cells.
type front struct {
	mu    sync.Mutex
	shows []shown
	comms []cell.CommMessage
	queue []cell.CommMessage
	mute  bool // no front end answers comms
	file  bool // a file keeps them
}

type shown struct {
	cell.Bundle
	id     string
	update bool
}

func (f *front) Show(b cell.Bundle, id string, update bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shows = append(f.shows, shown{b, id, update})
}

func (f *front) Comm(m cell.CommMessage) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if m.Kind == "wake" {
		if !slices.ContainsFunc(f.queue, func(q cell.CommMessage) bool { return q.ID == m.ID }) {
			f.queue = append(f.queue, m)
		}
		return
	}
	f.comms = append(f.comms, m)
}

func (f *front) Clear(bool)       {}
func (f *front) Page(cell.Bundle) {}
func (f *front) Converses() bool  { return !f.mute }
func (f *front) Records() bool    { return f.file }

// startFront makes a front end of a dialect the process's own for the time of the
// test.
func startFront(t *testing.T, protocol string) *front {
	t.Helper()
	f := &front{}
	old := mime.SetOutput(f)
	t.Cleanup(func() { mime.SetOutput(old) })
	target := map[string]string{"1": "jupyter.widget.version", "2": "jupyter.widget.control"}[protocol]
	f.deliver(t, cell.CommMessage{Kind: "open", ID: "hello" + protocol, Target: target})
	f.comms = nil
	return f
}

// deliver has a message handled, but not yet what its handlers leave for later.
func (f *front) deliver(t *testing.T, m cell.CommMessage) {
	t.Helper()
	if err := mime.ReceiveComm(m); err != nil {
		t.Fatal(err)
	}
}

// change returns a message of ipywidgets 7 and 8 that a control was moved.
func change(id string, state map[string]any) cell.CommMessage {
	return cell.CommMessage{Kind: "msg", ID: id, Data: map[string]any{"method": "update", "state": state, "buffer_paths": []any{}}}
}

// settle runs what handlers have left for later.
func (f *front) settle(t *testing.T) {
	t.Helper()
	for len(f.queue) > 0 {
		m := f.queue[0]
		f.queue = f.queue[1:]
		f.deliver(t, m)
	}
}

// opened returns the states of the models that were opened, by class.
func (f *front) opened() map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, m := range f.comms {
		if m.Kind != "open" {
			continue
		}
		state, ok := m.Data["state"].(map[string]any)
		if !ok {
			state = m.Data
		}
		all[state["_model_name"].(string)] = state
	}
	return all
}

// count returns the number of models of a class that were opened.
func (f *front) count(class string) int {
	n := 0
	for _, m := range f.comms {
		if state, ok := m.Data["state"].(map[string]any); ok && m.Kind == "open" && state["_model_name"] == class {
			n++
		}
	}
	return n
}

// idOf returns the comm of the latest model of a class.
func (f *front) idOf(t *testing.T, class string) string {
	t.Helper()
	for _, m := range slices.Backward(f.comms) {
		state, ok := m.Data["state"].(map[string]any)
		if !ok {
			state = m.Data
		}
		if m.Kind == "open" && state["_model_name"] == class {
			return m.ID
		}
	}
	t.Fatalf("no %s was opened, but %v", class, slices.Sorted(maps.Keys(f.opened())))
	return ""
}

// updates returns the states that a model was sent after it was opened.
func (f *front) updates(id string) []map[string]any {
	var all []map[string]any
	for _, m := range f.comms {
		if m.Kind == "msg" && m.ID == id && m.Data["method"] == "update" {
			all = append(all, m.Data["state"].(map[string]any))
		}
	}
	return all
}

// texts returns the texts shown.
func (f *front) texts() []string {
	var all []string
	for _, s := range f.shows {
		all = append(all, s.Plain())
	}
	return all
}
