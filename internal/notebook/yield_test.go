package notebook

import (
	"strings"
	"testing"

	"krigo/internal/testwait"
)

// yield has an idle room yield its kernel.
func yield(t *testing.T, r *Room) {
	t.Helper()
	testwait.Until(t, "the kernel to be idle", func() bool { return !r.Usage().Busy })
	if did, err := r.Yield(); !did || err != nil {
		t.Fatalf("it yielded: %v, %v", did, err)
	}
}

// A kernel that has yielded gives its slot back; the next one repeats its runs, with the sources that
// ran, before it runs what is new. Failed runs are not repeated.
func TestTheNextKernelRepeatsTheRunsOfOneThatYielded(t *testing.T) {
	g := newGate()
	e := newFakeEngine()
	r := onDemand(t, g, e, "print one", "fail here", "print three")
	c := enter(t, r)
	run := func(id string) {
		t.Helper()
		c.do("run", "ids", []string{id})
	}
	run("a")
	testwait.Receive(t, "the question for a place", g.tell)
	g.open <- nil
	c.until(status("a", "ok"))
	run("b")
	c.until(status("b", "error"))
	c.do("edit", "id", "a", "source", "print changed", "base", 0)
	yield(t, r)
	if !testwait.Receive(t, "the place to be given back", g.released) {
		t.Error("the place was not given back")
	}
	doc := c.until(named("doc"))
	if k := doc["kernel"].(map[string]any); k["state"] != "none" || !strings.Contains(k["note"].(string), "made room for others") {
		t.Errorf("the kernel is %v", k)
	}
	if c.text("a") != "one\n" {
		t.Errorf("the cell shows %q", c.text("a"))
	}
	if did, err := r.Yield(); did || err != nil {
		t.Errorf("it yields again: %v, %v", did, err)
	}
	run("c")
	testwait.Receive(t, "the question for a place", g.tell)
	g.open <- nil
	told := c.until(named("told"))
	if !strings.Contains(told["text"].(string), "first repeats the run that went well") {
		t.Errorf("the page heard %v", told)
	}
	c.until(status("a", "ok"))
	c.until(status("c", "ok"))
	if c.text("a") != "one\n" || c.text("c") != "three\n" {
		t.Errorf("the cells show %q and %q", c.text("a"), c.text("c"))
	}
}

// A kernel with something to do does not yield.
func TestABusyKernelDoesNotYield(t *testing.T) {
	e := newFakeEngine()
	r := open(t, folder(t, "block 1", "print 2"), e)
	c := enter(t, r)
	c.do("run", "ids", []string{"a"})
	testwait.Receive(t, "the cell to begin", e.begun)
	if did, err := r.Yield(); did || err != nil {
		t.Errorf("it yielded: %v, %v", did, err)
	}
	close(e.released)
	c.until(status("a", "ok"))
}

// Too many runs are not repeated, which the page hears.
func TestALongHistoryIsNotRepeated(t *testing.T) {
	d := newDesk(t, "1")
	d.state.onDemand = true
	for range longestHistory + 1 {
		runOne(d, "a")
	}
	d.apply(0, yielded{})
	if len(d.state.runs.again) != 0 || !strings.Contains(d.state.kernel.status.Note, "run the cells again") {
		t.Errorf("%d runs are repeated; %q", len(d.state.runs.again), d.state.kernel.status.Note)
	}
}
