package notebook

import (
	"context"
	"errors"
	"strings"
	"testing"

	"krigo/internal/testwait"
)

// gate admits kernels that are let through.
type gate struct {
	tell     chan func(string)
	open     chan error
	released chan bool
}

func newGate() *gate {
	return &gate{make(chan func(string), 10), make(chan error, 10), make(chan bool, 10)}
}

func (g *gate) admit(ctx context.Context, tell func(string)) (func(), error) {
	g.tell <- tell
	select {
	case err := <-g.open:
		return func() { g.released <- true }, err
	case <-ctx.Done():
		g.released <- false
		return nil, ctx.Err()
	}
}

// onDemand opens a room whose kernel starts when it is needed.
func onDemand(t *testing.T, g *gate, e *fakeEngine, sources ...string) *Room {
	t.Helper()
	return openWith(t, e, Options{Root: folder(t, sources...), ReadOnly: true, Admit: g.admit})
}

func kernelIs(state, note string) awaited {
	return awaited{"the kernel to be " + state + " with the note " + note, func(ev map[string]any) bool {
		said, _ := ev["note"].(string)
		return ev["ev"] == "kernel" && ev["state"] == state && strings.Contains(said, note)
	}}
}

// TestTheKernelStartsWithTheFirstRun: and what is asked to run waits for it.
func TestTheKernelStartsWithTheFirstRun(t *testing.T) {
	g := newGate()
	r := onDemand(t, g, newFakeEngine(), "print one", "print two")
	c := enter(t, r)
	if r.host != nil || r.Usage().Kernel || r.Usage().Waiting {
		t.Fatalf("there is a kernel before one is needed: %+v", r.Usage())
	}
	c.do("restart", "run", "")
	c.do("interrupt")
	c.do("run", "which", "all")
	testwait.Receive(t, "the question for a place", g.tell)("one moment")
	c.until(kernelIs("waiting", "one moment"))
	if u := r.Usage(); !u.Waiting || !u.Busy || u.Kernel {
		t.Errorf("while it waits: %+v", u)
	}
	g.open <- nil
	c.until(status("b", "ok"))
	if c.text("a") != "one\n" || c.text("b") != "two\n" {
		t.Errorf("the cells show %q and %q", c.text("a"), c.text("b"))
	}
	if err := r.Rest("it was tired"); err != nil {
		t.Fatal(err)
	}
	if !testwait.Receive(t, "the place to be given back", g.released) {
		t.Error("the place was not given back")
	}
	doc := c.until(named("doc"))
	if k := doc["kernel"].(map[string]any); k["state"] != "none" || k["note"] != "it was tired" {
		t.Errorf("after the end: %v", k)
	}
	if c.text("a") != "one\n" {
		t.Errorf("the cell shows %q", c.text("a"))
	}
	g.open <- nil
	c.do("run", "ids", []string{"b"})
	c.until(status("b", "ok"))
}

// TestWhoGivesUpWaitingIsNotLetIn: what was to run is aborted; asking again waits again.
func TestWhoGivesUpWaitingIsNotLetIn(t *testing.T) {
	g := newGate()
	r := onDemand(t, g, newFakeEngine(), "print one")
	c := enter(t, r)
	c.do("run", "ids", []string{"a"})
	testwait.Receive(t, "the question for a place", g.tell)
	c.do("interrupt")
	c.until(kernelIs("none", ""))
	if testwait.Receive(t, "the end of the wait", g.released) {
		t.Error("it was let in")
	}
	c.do("complete", "seq", 1, "source", "P", "cursor", 1)
	c.until(named("answer"))
	testwait.Receive(t, "the question for a place", g.tell)
	g.open <- errors.New("the disk is full")
	doc := c.until(named("doc"))
	if k := doc["kernel"].(map[string]any); k["state"] != "none" || !strings.Contains(k["note"].(string), "the disk is full") {
		t.Errorf("after a failure: %v", k)
	}
	c.do("run", "ids", []string{"a"})
	g.open <- nil
	c.until(status("a", "ok"))
}

// TestARoomKeepsSoMuch: outputs beyond are left out and edits refused, until there is
// room again.
func TestARoomKeepsSoMuch(t *testing.T) {
	r := openWith(t, newFakeEngine(), Options{Root: folder(t, "value x", "value x", "value x"), ReadOnly: true, MaxBytes: 1 << 20})
	c := enter(t, r)
	source := func(id, text string) {
		c.do("edit", "id", id, "source", text, "base", 0)
		c.do("run", "ids", []string{id})
		c.until(status(id, "ok"))
	}
	half := strings.Repeat("y", 250_000) // as source, as output and as its HTML
	source("a", "value "+half)
	source("b", "print "+half)
	for _, id := range []string{"a", "b"} {
		if len(c.text(id)) >= len(half) != (id == "a") {
			t.Errorf("%s shows %d bytes", id, len(c.text(id)))
		}
	}
	if !strings.Contains(c.text("b"), "1 more outputs left out: 1 MB of code and outputs are kept here") {
		t.Errorf("b shows %q", c.text("b"))
	}
	c.do("insert", "id", "d", "after", "c", "type", "code", "source", half)
	c.until(awaited{"to be told that nothing more can be written", func(ev map[string]any) bool {
		text, _ := ev["text"].(string)
		return ev["ev"] == "told" && strings.Contains(text, "insert: nothing more can be written")
	}})
	c.do("edit", "id", "b", "source", "print z", "base", 1)
	c.do("clear", "ids", []string{"a", "b"})
	source("c", "print "+half[:100_000])
	if len(c.text("c")) < 100_000 {
		t.Errorf("after clearing c shows %d bytes", len(c.text("c")))
	}
}
