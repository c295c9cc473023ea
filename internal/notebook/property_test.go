package notebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/kernel"
)

// world is a state with pages, and with a kernel and a disk that do what chance wants.
type world struct {
	t        *rapid.T
	state    *state
	now      time.Time
	pages    map[visitor]*page
	count    visitor
	inserted int
	requests []request // that the kernel has not answered
	begun    bool      // the first of them
	disk     []diskCommand
	restarts int
}

func newWorld(t *rapid.T, sources ...string) *world {
	nb := nbformat.New()
	for i, source := range sources {
		nb.Add(nbformat.Code, source).ID = fmt.Sprint("c", i)
	}
	nb.Add(nbformat.Markdown, "# A title").ID = "md"
	file := nb.Cells[0]
	file.Outputs = []*nbformat.Output{
		{Type: nbformat.Stream, Name: "stdout", Text: "from\nthe file"},
		{Type: nbformat.DisplayData, Data: map[string]any{"text/html": "<b>x</b><script>y</script>"}},
	}
	w := &world{
		t: t, now: time.Unix(1e9, 0), pages: map[visitor]*page{},
		state: newState("n.ipynb", "room", nb, newViewer(NewBlobs(spareBytes), 0, nil)),
	}
	w.apply(0, revived{})
	w.enter()
	w.enter()
	return w
}

func (w *world) apply(by visitor, what any) {
	e := w.state.apply(operation{w.now, by, what})
	for _, d := range e.events {
		raw := encode(d.event)
		for _, v := range slices.Sorted(maps.Keys(w.pages)) {
			if d.only == v || d.only == 0 && d.excepted != v {
				w.pages[v].apply(w.t, raw)
			}
		}
	}
	w.requests = append(w.requests, e.requests...)
	w.disk = append(w.disk, e.disk...)
	if e.restart {
		w.restarts++
	}
}

func (w *world) enter() {
	w.count++
	w.pages[w.count] = newPage()
	w.apply(w.count, entered{})
}

// pick draws one of some, in an order that does not depend on maps.
func pick[T any](w *world, name string, from ...T) T { return rapid.SampledFrom(from).Draw(w.t, name) }

func (w *world) visitor() visitor {
	return pick(w, "by", slices.Sorted(maps.Keys(w.pages))...)
}

// id is mostly a cell's, sometimes one that is gone or never was.
func (w *world) id() string {
	ids := []string{"", "gone", "not an id!"}
	for _, c := range w.state.doc.cells {
		ids = append(ids, c.file.ID)
	}
	return pick(w, "id", ids...)
}

func (w *world) command() {
	w.inserted++
	source := pick[any](w, "source", "x", "y := 1\nz", "", "# *a*", 3, nil, true, false)
	o := command{
		Op: pick(w, "op", append(slices.Sorted(maps.Keys(commands)), "nonsense", "run", "run", "edit", "insert")...),
		ID: w.id(), IDs: []string{w.id(), w.id()}, After: w.id(), Like: w.id(), Source: source,
		Type: pick(w, "type", "code", "markdown", "raw", "nonsense"), Base: pick(w, "base", 0, 1, 5), At: pick(w, "at", -1, 0, 2, 99),
		New: fmt.Sprint("new", w.inserted), Which: pick(w, "which", "", "", "all", "above", "below", "stale", "nonsense"),
		Run: pick(w, "then", "", "all", "nonsense"), Seq: w.inserted, Outputs: pick(w, "outputs", true, false), Value: "v", On: pick(w, "on", true, true, false),
		Choose: pick(w, "choose", "reload", "keep", "copy", "nonsense"),
		Data:   pick(w, "data", nil, map[string]any{"method": "update", "state": map[string]any{"value": 2.0}}),
	}
	if o.Op == "insert" {
		o.ID = pick(w, "new id", o.New, o.New, w.id())
	}
	if o.Op == "comm" {
		o.ID = pick(w, "model", "m1", "m2", "none")
	}
	by := w.visitor()
	if c := w.pages[by].cells[o.ID]; c != nil && o.Op == "edit" {
		c.fields["source"] = o.text() // the page has what it typed
	}
	if model, ok := w.pages[by].models[o.ID].(map[string]any); ok && o.Op == "comm" {
		changes, _ := o.Data["state"].(map[string]any)
		maps.Copy(model, changes) // and what it moved
	}
	w.apply(by, o)
}

// send sends a message for a request.
func (w *world) send(q request, kind string, content any) {
	of, _ := json.Marshal(parent{q.id, q.kind})
	raw, _ := json.Marshal(content)
	w.apply(0, message{kernel.Packet{Type: kind, Parent: of, Content: raw}})
}

// answer has the kernel do something for its first request.
func (w *world) answer() {
	if len(w.requests) == 0 {
		return
	}
	q := w.requests[0]
	if q.kind != "execute_request" {
		w.requests = w.requests[1:]
		switch q.kind {
		case "complete_request":
			w.send(q, "complete_reply", map[string]any{"matches": []string{"a"}, "status": "ok"})
		case "krigo_reactive_request":
			w.send(q, "krigo_reactive_reply", map[string]any{"status": pick(w, "follows", "ok", "ok", "ok", "error")})
		case "krigo_effects_request":
			effects := map[string]any{}
			for id := range q.content.(map[string]any)["code"].(map[string]string) {
				effects[id] = true
			}
			for _, id := range slices.Sorted(maps.Keys(effects)) {
				if effects[id] = w.effects(); pick(w, "unknown", false, false, true) {
					delete(effects, id)
				}
			}
			w.send(q, "krigo_effects_reply", map[string]any{"status": "ok", "effects": effects})
		case "inspect_request":
			w.send(q, "inspect_reply", map[string]any{"found": true, "data": map[string]any{"text/plain": "x"}})
		}
		w.send(q, "status", map[string]any{"execution_state": "idle"})
		return
	}
	if !w.begun {
		w.begun = true
		w.send(q, "status", map[string]any{"execution_state": "busy"})
		w.send(q, "execute_input", map[string]any{"execution_count": w.state.kernel.count})
	}
	w.output(q)
	if pick(w, "ends", false, false, true) {
		w.requests, w.begun = w.requests[1:], false
		w.send(q, "execute_reply", map[string]any{
			"status": pick(w, "ended", "ok", "ok", "error", "aborted"), "payload": []any{map[string]any{"source": "page", "data": map[string]any{"text/plain": "p"}}},
		})
		w.send(q, "status", map[string]any{"execution_state": "idle"})
		if pick(w, "late", false, true) {
			w.output(q)
		}
		w.ran(q, pick(w, "failed", false, false, true))
	}
}

// ran reports the effects of a run.
func (w *world) ran(q request, failed bool) {
	r := cells.Run{Effects: w.effects(), Failed: failed, Lost: pick(w, "lost", false, false, false, true)}
	if pick(w, "asks", false, false, false, true) {
		on := pick(w, "reactive", true, false)
		r.Reactive = &on
	}
	w.send(q, "krigo_ran", r)
}

// effects are of some names, as a cell may have them.
func (w *world) effects() cells.Effects {
	some := func(what string) []string {
		return pick(w, what, nil, []string{"a"}, []string{"b"}, []string{"a", "b"})
	}
	e := cells.Effects{Reads: some("reads"), Writes: some("writes"), MayWrite: some("may write")}
	if e.Sets = e.Writes; pick(w, "sets", true, false) {
		e.Sets = nil
	}
	for _, name := range e.MayWrite {
		e.Notes = append(e.Notes, name+" may be changed through a pointer")
	}
	if pick(w, "note", false, false, true) {
		e.Notes = append(e.Notes, "goroutines of the cell may run on after it has ended")
	}
	return e
}

func (w *world) output(q request) {
	id := pick(w, "display", "", "d1", "d2")
	display := map[string]any{
		"data":     map[string]any{"text/plain": "x", pick(w, "mime", "text/html", "image/svg+xml", "text/plain", "image/png", "application/javascript"): pick(w, "shown", "<b>1</b>", "<script>1</script>", "AAAA")},
		"metadata": map[string]any{}, "transient": map[string]any{"display_id": id},
	}
	switch kind := pick(w, "output", "stream", "stream", "stream", "display_data", "update_display_data", "execute_result", "error", "clear_output", "input_request", "comm_open", "comm_msg", "comm_close", "garbage"); kind {
	case "stream":
		w.send(q, kind, map[string]any{"name": pick(w, "name", "stdout", "stderr"), "text": pick(w, "text", "a\nb", "\n", "50%\r", "\x1b[31mred\n", "c\b", "é<\x1b[0m")})
	case "error":
		w.send(q, kind, map[string]any{"ename": "E", "evalue": "v", "traceback": []string{"t"}})
	case "clear_output":
		w.send(q, kind, map[string]any{"wait": pick(w, "wait", true, false)})
	case "input_request":
		w.send(q, kind, map[string]any{"prompt": "p"})
	case "comm_open", "comm_msg", "comm_close":
		w.send(q, kind, map[string]any{"comm_id": pick(w, "comm", "m1", "m2"), "target_name": cells.WidgetTarget, "data": map[string]any{
			"method": pick(w, "method", "update", "echo_update", "custom"), "state": map[string]any{"value": 1, "disabled": false},
		}})
	case "garbage":
		w.apply(0, message{kernel.Packet{Type: pick(w, "kind", "stream", "status", "display_data", "execute_reply", "comm_open"), Content: []byte(`[1`)}})
	default:
		w.send(q, kind, display)
	}
}

// host ends or restarts the kernel, whether the room wants it or not.
func (w *world) host() {
	w.requests, w.begun = nil, false
	w.restarts = 0
	switch pick(w, "host", "restarts", "restarts", "dies", "lives again") {
	case "restarts":
		w.send(request{}, "status", map[string]any{"execution_state": "starting"})
	case "dies":
		w.apply(0, kernelEnded{})
	case "lives again":
		w.apply(0, revived{})
	}
}

// answerDisk reports how the first command for the disk went.
func (w *world) answerDisk() {
	if len(w.disk) == 0 {
		return
	}
	o := w.disk[0]
	w.disk = w.disk[1:]
	if o.nb != nil {
		if _, err := o.nb.Encode(); err != nil {
			w.t.Fatalf("what is to be saved is no notebook: %v", err)
		}
	}
	switch {
	case o.do == diskReload || o.do == diskCopy:
		nb := nbformat.New()
		nb.Add(nbformat.Code, "from outside").ID = "c0"
		nb.Add(nbformat.Markdown, "text").ID = "c1"
		w.apply(o.by, loaded{nb: nb})
	case pick(w, "saved", true, true, false):
		w.apply(0, written{took: time.Millisecond})
	case pick(w, "another's", true, false):
		w.apply(0, found{"changed"})
	default:
		w.apply(0, written{err: errors.New("the disk is full")})
	}
}

func (w *world) step() {
	w.now = w.now.Add(time.Duration(pick(w, "ms", 0, 1, 40, 3000)) * time.Millisecond)
	switch pick(w, "step", "command", "command", "command", "answer", "answer", "answer", "answer", "tick", "disk", "enter", "leave", "host", "unsent") {
	case "command":
		w.command()
	case "answer":
		w.answer()
	case "tick":
		w.apply(0, tick{})
	case "disk":
		w.answerDisk()
	case "enter":
		if len(w.pages) < 4 {
			w.enter()
		}
	case "leave":
		if len(w.pages) > 2 {
			v := w.visitor()
			delete(w.pages, v)
			w.apply(v, left{})
		}
	case "host":
		if w.restarts > 0 || pick(w, "by itself", false, false, true) {
			w.host()
		}
	case "unsent":
		if len(w.requests) > 0 && pick(w, "fails", false, false, true) {
			w.apply(0, unsent{w.requests[0].id, errors.New("gone")})
			w.requests, w.begun = w.requests[1:], false
		}
	}
}

// check compares what pages know with what one gets that comes now.
func (w *world) check() {
	w.enter()
	fresh := w.pages[w.count]
	for _, v := range slices.Sorted(maps.Keys(w.pages)) {
		if d := w.pages[v].differs(fresh); d != "" {
			w.t.Fatalf("page %d differs in %s", v, d)
		}
	}
	delete(w.pages, w.count)
	w.apply(w.count, left{})
	seen := map[string]bool{}
	for _, c := range w.state.doc.cells {
		if seen[c.file.ID] || w.state.doc.byID[c.file.ID] != c || !nbformat.ValidID(c.file.ID) {
			w.t.Fatalf("the id %q is not one cell's", c.file.ID)
		}
		seen[c.file.ID] = true
	}
	if len(seen) != len(w.state.doc.byID) {
		w.t.Fatal("a cell is known that is not there")
	}
	if _, err := w.state.doc.notebook().Encode(); err != nil {
		w.t.Fatal(err)
	}
}

// Whatever pages, the kernel and the disk do, pages that applied the events know what
// one knows that comes later.
func pagesAgree(t *rapid.T) {
	w := newWorld(t, "print 1", "x", "")
	for range rapid.IntRange(1, 60).Draw(t, "steps") {
		w.step()
		w.check()
	}
}

func TestPagesAgreeWhateverHappens(t *testing.T) { rapid.Check(t, pagesAgree) }

func FuzzRoom(f *testing.F) { f.Fuzz(rapid.MakeFuzz(pagesAgree)) }
