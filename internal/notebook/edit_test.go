package notebook

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"krigo/internal/nbformat"
)

// desk is a state with a page that has just come.
type desk struct {
	t      *testing.T
	state  *state
	events []directed
	now    time.Time
}

// newDesk has code cells of these sources, whose ids are a, b, c..., and pages 1 and 2.
func newDesk(t *testing.T, sources ...string) *desk {
	nb := nbformat.New()
	for i, source := range sources {
		nb.Add(nbformat.Code, source).ID = string(rune('a' + i))
	}
	d := &desk{t: t, state: newState("dir/n.ipynb", "room", nb, newViewer(NewBlobs(spareBytes), 0, nil)), now: time.Unix(1e9, 0)}
	d.apply(0, revived{})
	d.apply(1, entered{})
	d.apply(2, entered{})
	return d
}

func (d *desk) apply(by visitor, what any) effects {
	e := d.state.apply(operation{d.now, by, what})
	d.events = append(d.events, e.events...)
	return e
}

// cells returns the ids and sources of the document.
func (d *desk) cells() string {
	var all []string
	for _, c := range d.state.doc.cells {
		all = append(all, c.file.ID+":"+c.file.Source)
	}
	return strings.Join(all, " ")
}

// told returns the page's events by name, since the last call.
func (d *desk) told(v visitor) string {
	var all []string
	for _, e := range d.events {
		if e.only == v || e.only == 0 && e.excepted != v {
			all = append(all, reflect.ValueOf(e.event).Field(0).String())
		}
	}
	d.events = nil
	return strings.Join(all, " ")
}

func TestOrdersChangeTheDocument(t *testing.T) {
	for _, c := range []struct {
		commands []command
		want     string
	}{
		{[]command{{Op: "insert", ID: "n", Type: "code", Source: "x", After: "a"}}, "a:1 n:x b:2 c:3"},
		{[]command{{Op: "insert", ID: "n", Type: "code", Source: "x"}}, "n:x a:1 b:2 c:3"},
		{[]command{{Op: "insert", ID: "n", Type: "code", Source: "x", After: "gone"}}, "a:1 b:2 c:3 n:x"},
		{[]command{{Op: "insert", ID: "a", Type: "code"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "insert", ID: "ä", Type: "code"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "insert", ID: "n", Type: "prose"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "delete", IDs: []string{"c", "a"}}}, "b:2"},
		{[]command{{Op: "delete", IDs: []string{"c", "a"}}, {Op: "undelete"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "delete", IDs: []string{"a", "b", "c"}}, {Op: "undelete"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "delete", IDs: []string{"b"}}, {Op: "insert", ID: "b", Type: "code", Source: "new"}, {Op: "undelete"}}, "b:new a:1 b-2:2 c:3"},
		{[]command{{Op: "undelete"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "move", IDs: []string{"a"}, After: "c"}}, "b:2 c:3 a:1"},
		{[]command{{Op: "move", IDs: []string{"c", "b"}, After: ""}}, "b:2 c:3 a:1"},
		{[]command{{Op: "move", IDs: []string{"a", "b"}, After: "b"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "move", IDs: []string{"c"}, After: "gone"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "edit", ID: "a", Source: "é\nz"}, {Op: "split", ID: "a", At: 1, New: "n"}}, "a:é n:z b:2 c:3"},
		{[]command{{Op: "split", ID: "a", At: 2, New: "n"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "split", ID: "a", At: 1, New: "b"}}, "a:1 b:2 c:3"},
		{[]command{{Op: "merge", IDs: []string{"c", "b"}}}, "a:1 b:2\n\n3"},
		{[]command{{Op: "merge", IDs: []string{"c"}}}, "a:1 b:2 c:3"},
	} {
		d := newDesk(t, "1", "2", "3")
		for _, o := range c.commands {
			d.apply(1, o)
		}
		if got := d.cells(); got != c.want {
			t.Errorf("%+v: %q, want %q", c.commands, got, c.want)
		}
		if _, err := d.state.doc.notebook().Encode(); err != nil {
			t.Errorf("%+v: %v", c.commands, err)
		}
	}
}

// TestWhoseTextIsReplacedIsTold: the other page if it wrote later than this one knows, no page if
// the page replaces its own, and this page if the other has gone.
func TestWhoseTextIsReplacedIsTold(t *testing.T) {
	d := newDesk(t, "1")
	d.told(1)
	d.apply(1, command{Op: "edit", ID: "a", Source: "one", Base: 0})
	if first, second := fmt.Sprint(d.events), d.told(2); second != "cell stale dirty" && second != "dirty cell" {
		t.Errorf("the other page heard %q of %s", second, first)
	}
	d.apply(1, command{Op: "edit", ID: "a", Source: "one more", Base: 0})
	if got := d.told(1); got != "edited" {
		t.Errorf("a page that goes on writing heard %q", got)
	}
	d.apply(2, command{Op: "edit", ID: "a", Source: "two", Base: 2})
	if got := d.told(1); got != "cell" {
		t.Errorf("after an edit of what it wrote, the page heard %q", got)
	}
	d.apply(1, command{Op: "edit", ID: "a", Source: "three", Base: 2})
	if got := d.events[0].event; got != (conflictEvent{"conflict", "a", "two", "another page"}) || d.events[0].only != 2 {
		t.Errorf("the page whose text was replaced heard %+v", d.events[0])
	}
	d.apply(1, left{})
	d.events = nil
	d.apply(2, command{Op: "edit", ID: "a", Source: "four", Base: 3})
	if got := d.events[0].event; got != (conflictEvent{"conflict", "a", "three", "a page that has gone"}) || d.events[0].only != 2 {
		t.Errorf("where the other has gone, the page heard %+v", d.events[0])
	}
	theirs := d.state.doc.notebook()
	theirs.Cells[0].Source = "theirs"
	d.apply(0, loaded{nb: theirs})
	d.events = nil
	d.apply(2, command{Op: "edit", ID: "a", Source: "five", Base: 4})
	if got := d.events[0].event; got != (conflictEvent{"conflict", "a", "theirs", "another program"}) || d.events[0].only != 2 {
		t.Errorf("after a change of the file, the page heard %+v", d.events[0])
	}
}

// TestCellsAreMarkedWhoseCodeIsNotWhatRan, and no more when it is again.
func TestCellsAreMarkedWhoseCodeIsNotWhatRan(t *testing.T) {
	d := newDesk(t, "1", "2")
	runOne(d, "a")
	d.apply(1, command{Op: "edit", ID: "a", Source: "changed"})
	if d.state.tracker.stale["a"] == "" || len(d.state.tracker.stale) != 1 {
		t.Errorf("stale are %v", d.state.tracker.stale)
	}
	if ids, err := d.state.runs.which("stale", ""); err != nil || len(ids) != 1 || ids[0] != "a" {
		t.Errorf("the stale cells are %v (%v)", ids, err)
	}
	d.apply(1, command{Op: "edit", ID: "a", Source: "1"})
	if len(d.state.tracker.stale) != 0 {
		t.Errorf("stale are %v", d.state.tracker.stale)
	}
}

// TestWordsMeanCells: those that are skipped or empty do not run by them.
func TestWordsMeanCells(t *testing.T) {
	d := newDesk(t, "1", " ", "3", "4", "5")
	d.state.doc.cells[3].file.Metadata = map[string]any{"tags": []any{"skip-execution"}}
	for word, want := range map[string]string{"all": "a c e", "above": "a", "below": "c e", "stale": ""} {
		if ids, err := d.state.runs.which(word, "c"); err != nil || strings.Join(ids, " ") != want {
			t.Errorf("%s: %v (%v), want %s", word, ids, err, want)
		}
	}
	if _, err := d.state.runs.which("above", "gone"); err == nil {
		t.Error("above a cell that is not there")
	}
	if _, err := d.state.runs.which("beside", "a"); err == nil {
		t.Error("a word that is none")
	}
}

// TestACopyHasAllOfACell: its outputs, tags and pictures, also after it was cut; of one
// whose source is another by now, no outputs.
func TestACopyHasAllOfACell(t *testing.T) {
	d := newDesk(t, "1", "![p](attachment:p.png)\nrest")
	runOne(d, "a", stdout("one\n"))
	d.state.doc.cells[0].file.Metadata = map[string]any{"tags": []any{"t"}}
	d.apply(1, command{Op: "type", ID: "b", Type: "markdown"})
	d.state.doc.cells[1].file.Attachments = map[string]map[string]any{"p.png": {"image/png": "AAAA"}}
	d.apply(1, command{Op: "delete", IDs: []string{"a"}})
	d.apply(1, command{Op: "insert", ID: "x", Like: "a", Type: "code", Source: "1"})
	d.apply(1, command{Op: "insert", ID: "y", Like: "x", Type: "code", Source: "2", After: "x"})
	d.apply(1, command{Op: "insert", ID: "z", Like: "b", Type: "markdown", Source: "copy", After: "b"})
	d.apply(1, command{Op: "insert", ID: "n", Like: "gone", Type: "code", Source: "new", After: "z"})
	d.apply(1, command{Op: "split", ID: "b", At: 0, New: "s"})
	nb := d.state.doc.notebook()
	got := map[string]*nbformat.Cell{}
	for _, c := range nb.Cells {
		got[c.ID] = c
	}
	if x := got["x"]; len(x.Outputs) != 1 || x.Outputs[0].Text != "one\n" || x.ExecutionCount != 1 || x.Metadata["tags"] == nil {
		t.Errorf("the copy is %+v", x)
	}
	if y := got["y"]; len(y.Outputs) != 0 || y.Metadata["tags"] == nil {
		t.Errorf("the copy of what was another text is %+v", y)
	}
	for _, id := range []string{"b", "z", "s"} {
		if got[id].Attachments["p.png"] == nil {
			t.Errorf("cell %s has lost its picture", id)
		}
	}
	if n := got["n"]; len(n.Outputs) != 0 || len(n.Metadata) != 0 {
		t.Errorf("the copy of nothing is %+v", n)
	}
}

// TestACopyCountsWithItsOutputs: what a notebook may keep bounds pasted cells as well.
func TestACopyCountsWithItsOutputs(t *testing.T) {
	d := newDesk(t, "1")
	runOne(d, "a", stdout(strings.Repeat("x", 600)+"\n"))
	d.state.doc.maxBytes = 1000
	d.told(1)
	d.apply(1, command{Op: "insert", ID: "b", Like: "a", Type: "code", Source: "1", After: "a"})
	if got := d.cells(); got != "a:1" || d.state.doc.bytes() > 1000 {
		t.Errorf("the notebook has %q with %d bytes, want a:1 with at most 1000", got, d.state.doc.bytes())
	}
	if got := d.told(1); !strings.Contains(got, "told") {
		t.Errorf("the page heard %q, want a refusal", got)
	}
	d.apply(1, command{Op: "insert", ID: "c", Type: "code", Source: "1", After: "a"})
	if got := d.cells(); got != "a:1 c:1" {
		t.Errorf("a cell without outputs: %q, want a:1 c:1", got)
	}
}

// TestACellRunsOnceThoughAskedTwice, with the source that it had last.
func TestACellRunsOnceThoughAskedTwice(t *testing.T) {
	d := newDesk(t, "1", "2")
	first := d.apply(1, command{Op: "run", IDs: []string{"a", "b"}})
	d.apply(1, command{Op: "edit", ID: "b", Source: "two"})
	d.apply(1, command{Op: "run", IDs: []string{"b"}})
	d.apply(1, command{Op: "edit", ID: "b", Source: "later"})
	if len(first.requests) != 1 || len(d.state.runs.queue) != 1 || d.state.runs.queue[0].source != "two" {
		t.Errorf("%d requests, the queue is %+v", len(first.requests), d.state.runs.queue)
	}
	d.apply(1, command{Op: "delete", IDs: []string{"b"}})
	if len(d.state.runs.queue) != 0 {
		t.Error("a cell that was deleted waits")
	}
}

func TestFoldingIsKeptAsJupyterKeepsIt(t *testing.T) {
	d := newDesk(t, "1")
	d.apply(1, command{Op: "fold", ID: "a", Source: true, Outputs: true})
	want := map[string]any{"collapsed": true, "jupyter": map[string]any{"source_hidden": true, "outputs_hidden": true}}
	if got := d.state.doc.cells[0].file.Metadata; !reflect.DeepEqual(got, want) {
		t.Errorf("the metadata are %v", got)
	}
	d.apply(1, command{Op: "fold", ID: "a", Source: false})
	if got := d.state.doc.cells[0].file.Metadata; len(got) != 0 {
		t.Errorf("the metadata are %v", got)
	}
}

// TestWhatCannotBeObeyedIsTold to the page that asked, in words.
func TestWhatCannotBeObeyedIsTold(t *testing.T) {
	for _, raw := range []string{
		`{"op": "dance"}`, `{`, `[]`, `{"op": "edit", "id": "gone"}`, `{"op": "run", "which": "beside"}`, `{"op": "restart", "run": "some"}`,
		`{"op": "type", "id": "a", "type": "prose"}`, `{"op": "outside", "choose": "both"}`, `{"op": "outside", "choose": "keep"}`,
		`{"op": "input", "value": "x"}`, `{"op": "undelete"}`, `{"op": "fold", "id": "a", "source": "x"}`,
	} {
		d := newDesk(t, "1")
		d.told(1)
		d.apply(1, parseCommand([]byte(raw)))
		if len(d.events) != 1 || d.events[0].only != 1 || d.told(1) != "told" {
			t.Errorf("%s: %+v", raw, d.events)
		}
	}
}

// runOne has a cell run with what the kernel sends for it between its begin and its end.
func runOne(d *desk, id string, sends ...messageOf) {
	d.t.Helper()
	e := d.apply(1, command{Op: "run", IDs: []string{id}})
	if len(e.requests) != 1 {
		d.t.Fatalf("%d requests", len(e.requests))
	}
	all := append([]messageOf{{"execute_input", map[string]any{"execution_count": 1}}}, sends...)
	all = append(all, messageOf{"execute_reply", map[string]any{"status": "ok"}})
	for _, p := range all {
		d.hear(e.requests[0], p)
	}
}
