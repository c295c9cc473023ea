package notebook

import (
	"strings"
	"testing"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/internal/testwait"
)

// While a text is rendered, the room answers, runs cells and is closed.
func TestRenderingHoldsNobodyUp(t *testing.T) {
	r := open(t, folder(t, "value 1"), newFakeEngine())
	begun, end := make(chan struct{}), make(chan struct{})
	slow := r.state.viewer.later(func(*view) Out {
		close(begun)
		<-end
		return Out{}
	})
	v := r.Enter()
	r.mu.Lock()
	r.deliver(directed{event: outEvent{"out", "a", 0, slow}})
	r.mu.Unlock()
	testwait.Receive(t, "the rendering", begun)
	v.Do([]byte(`{"op": "run", "ids": ["a"]}`))
	testwait.Until(t, "the cell to run", func() bool {
		return len(r.Notebook().Cells[0].Outputs) == 1 && !r.Usage().Busy
	})
	if u := r.Usage(); u.Pages != 1 || !u.Kernel {
		t.Errorf("the use is %+v", u)
	}
	close(end)
}

// A room lists its use while its lock is held.
func TestTheUseOfARoomIsReadWithoutItsLock(t *testing.T) {
	r := open(t, folder(t, "value 1"), newFakeEngine())
	r.mu.Lock()
	defer r.mu.Unlock()
	if u := r.Usage(); u.Used.IsZero() {
		t.Errorf("the use is %+v", u)
	}
}

// What pages show counts, and so do tracebacks, models and attachments.
func TestADocumentCountsAllThatItKeeps(t *testing.T) {
	const n = 100_000
	text := strings.Repeat("x", n)
	for name, put := range map[string]func(d *desk){
		"HTML": func(d *desk) { // five times as long as its source, and soon rendered
			d.apply(1, command{Op: "insert", ID: "m", Type: "markdown", Source: strings.Repeat("&", n/4)})
			for _, e := range d.events {
				encode(e.event)
			}
		},
		"a traceback": func(d *desk) {
			runOne(d, "a", messageOf{"error", map[string]any{"ename": "E", "evalue": "v", "traceback": []string{text}}})
		},
		"a JSON value": func(d *desk) {
			runOne(d, "a", display("", map[string]any{"application/json": map[string]any{"a": []any{text}}}))
		},
		"a model": func(d *desk) {
			runOne(d, "a", messageOf{"comm_open", map[string]any{"comm_id": "w", "target_name": cells.WidgetTarget, "data": map[string]any{"state": map[string]any{"value": text}}}})
		},
		"an attachment": func(d *desk) {
			c := newCell(&nbformat.Cell{ID: "m", Type: nbformat.Markdown, Attachments: map[string]map[string]any{"a.png": {"image/png": text}}})
			d.state.doc.insert(c, "")
		},
	} {
		d := newDesk(t, "1")
		if put(d); d.state.doc.bytes() < n {
			t.Errorf("%s: the document counts %d bytes", name, d.state.doc.bytes())
		}
	}
}

// Of an error as long as memory, the first and the last are kept, and the line that says so.
func TestALongErrorIsShortened(t *testing.T) {
	d := newDesk(t, "1")
	long := "begin" + strings.Repeat("é", 5<<20) + "end"
	runOne(d, "a", messageOf{"error", map[string]any{"ename": "E", "evalue": long, "traceback": []string{"first", long, "last"}}})
	o := d.state.doc.cells[0].outputs[0].file
	text := strings.Join(o.Traceback, "\n")
	if len(text) > maxText+100 || !strings.HasPrefix(text, "first\nbegin") || !strings.HasSuffix(text, "end\nlast") || !strings.Contains(text, "bytes left out …") {
		t.Errorf("%d bytes: %.20s … %s", len(text), text, text[len(text)-20:])
	}
	if len(o.ErrorValue) > maxText+100 || !strings.HasSuffix(o.ErrorValue, "end") {
		t.Errorf("the value has %d bytes", len(o.ErrorValue))
	}
}

// Views of a full room are left out, and those that are gone count no more.
func TestViewsOfAFullRoomAreLeftOut(t *testing.T) {
	v := newViewer(NewBlobs(0), 1000, nil)
	make := func(*view) Out { return Out{HTML: strings.Repeat("x", 600)} }
	first, second := v.later(make), v.later(make)
	if got := len(first.get().HTML); got != 600 {
		t.Errorf("the first has %d bytes", got)
	}
	if got := second.get().HTML; !strings.Contains(got, "This is not shown") || v.views.Load() != 600 {
		t.Errorf("the second is %q, and %d bytes count", got, v.views.Load())
	}
	first.drop()
	if third := v.later(make); len(third.get().HTML) != 600 {
		t.Error("what is gone still counts")
	}
}

// A view that is dropped while it is made keeps nothing among the blobs.
func TestADroppedViewHoldsNoBlob(t *testing.T) {
	v := newViewer(NewBlobs(0), 0, nil)
	shown := v.later(func(s *view) Out {
		s.drop()
		return Out{Image: s.keep("/blob/", "image/png", []byte("picture"))}
	})
	if out := shown.get(); out.Image == "" || len(v.blobs.kept) != 0 || v.views.Load() != 0 {
		t.Errorf("%+v; %d blobs, %d bytes", out, len(v.blobs.kept), v.views.Load())
	}
}

// Rooms with one quota, or one wider quota, keep no more together, and give back what they kept.
func TestRoomsShareAQuota(t *testing.T) {
	q := NewQuota(1<<20, NewQuota(100_000, nil))
	text := strings.Repeat("y", 60_000)
	r := openWith(t, newFakeEngine(), Options{Root: folder(t, "value 1"), ReadOnly: true, Quota: q})
	other := openWith(t, newFakeEngine(), Options{Root: folder(t, "value 1"), ReadOnly: true, Quota: q})
	first, second := enter(t, r), enter(t, other)
	first.do("insert", "id", "m", "type", "code", "source", text, "after", "")
	first.until(named("insert"))
	second.do("insert", "id", "m", "type", "code", "source", text, "after", "")
	if told := second.until(named("told")); !strings.Contains(told["text"].(string), "kept of several notebooks together") {
		t.Errorf("the page heard %v", told)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	second.do("insert", "id", "m", "type", "code", "source", text, "after", "")
	second.until(named("insert"))
}
