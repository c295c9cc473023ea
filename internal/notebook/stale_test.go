package notebook

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	cells "krigo/cell"
	"krigo/internal/nbformat"
	"krigo/kernel"
)

// bench is a state with a page, and a kernel whose cells consist of their effects: "sets a; reads
// b; may c; fails", without numbers in brackets, which only make sources differ.
type bench struct {
	t     tester
	state *state
	page  *page
	now   time.Time
	ran   []string // sources, in order
	runs  int
	asked int  // for effects of sources
	deaf  bool // the kernel does not tell what cells do

	requests []request // that are not served
	serving  bool
}

func newBench(t tester, deaf bool, sources ...string) *bench {
	nb := nbformat.New()
	for i, source := range sources {
		nb.Add(nbformat.Code, source).ID = string(rune('a' + i))
	}
	b := &bench{t: t, state: newState("n.ipynb", "room", nb, newViewer(NewBlobs(0), 0, nil)), page: newPage(), now: time.Unix(1e9, 0), deaf: deaf}
	b.apply(0, revived{})
	b.apply(1, entered{})
	return b
}

func doesOf(source string) (r cells.Run) {
	for part := range strings.SplitSeq(source, ";") {
		verb, name, _ := strings.Cut(strings.TrimSpace(part), " ")
		switch verb {
		case "sets":
			r.Sets, r.Writes = append(r.Sets, name), append(r.Writes, name)
		case "reads":
			r.Reads = append(r.Reads, name)
		case "changes":
			r.Reads, r.Writes = append(r.Reads, name), append(r.Writes, name)
		case "may":
			r.MayWrite = append(r.MayWrite, name)
			r.Notes = append(r.Notes, name+" may be changed through p, which shares memory with it")
		case "note":
			r.Notes = append(r.Notes, "goroutines of the cell may run on after it has ended")
		case "fails":
			r.Failed = true
		case "loses":
			r.Lost = true
		case "reactive":
			on := name == "on"
			r.Reactive = &on
		}
	}
	for _, list := range []*[]string{&r.Sets, &r.Writes, &r.Reads, &r.MayWrite} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return r
}

// apply applies an operation, and has the kernel do all that it is asked for.
func (b *bench) apply(by visitor, what any) {
	b.now = b.now.Add(time.Second)
	e := b.state.apply(operation{b.now, by, what})
	for _, d := range e.events {
		if d.only == 1 || d.only == 0 && d.excepted != 1 {
			b.page.apply(b.t, encode(d.event))
		}
	}
	b.requests = append(b.requests, e.requests...)
	for !b.serving && len(b.requests) > 0 {
		q := b.requests[0]
		b.requests = b.requests[1:]
		b.serving = true
		b.serve(q)
		b.serving = false
	}
}

func (b *bench) send(q request, kind string, content any) {
	of, _ := json.Marshal(parent{q.id, q.kind})
	raw, _ := json.Marshal(content)
	b.apply(0, message{kernel.Packet{Type: kind, Parent: of, Content: raw}})
}

func (b *bench) serve(q request) {
	switch q.kind {
	case "complete_request":
		b.send(q, "complete_reply", map[string]any{"status": "ok"})
	case "krigo_reactive_request":
		b.send(q, "krigo_reactive_reply", map[string]any{"status": map[bool]string{true: "error", false: "ok"}[b.deaf]})
	case "krigo_effects_request":
		effects := map[string]any{}
		for id, source := range q.content.(map[string]any)["code"].(map[string]string) {
			b.asked++
			effects[id] = doesOf(source).Effects
		}
		b.send(q, "krigo_effects_reply", map[string]any{"status": "ok", "effects": effects})
	case "execute_request":
		source := q.content.(map[string]any)["code"].(string)
		does := doesOf(source)
		b.runs++
		b.ran = append(b.ran, source)
		b.send(q, "execute_input", map[string]any{"execution_count": b.runs})
		b.send(q, "execute_reply", map[string]any{"status": map[bool]string{true: "error", false: "ok"}[does.Failed]})
		if !b.deaf {
			b.send(q, "krigo_ran", does)
		}
	}
}

func (b *bench) run(ids ...string) { b.apply(1, command{Op: "run", IDs: ids}) }

func (b *bench) edit(id, source string) {
	b.page.cells[id].fields["source"] = source
	b.apply(1, command{Op: "edit", ID: id, Source: source})
}

// marks returns the marks of the page, in the order of cells.
func (b *bench) marks() string {
	var all []string
	for _, id := range b.page.order {
		if why, ok := b.page.stale[id]; ok {
			all = append(all, fmt.Sprint(id, ": ", why))
		}
	}
	return strings.Join(all, "\n")
}

func (b *bench) wants(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
	}
}

func TestDependantsAreMarkedWithTheirReason(t *testing.T) {
	b := newBench(t, false, "sets a", "reads a; sets b", "reads b", "sets c")
	b.run("a", "b", "c")
	b.wants(t, "when all has run", b.marks(), "")
	b.edit("a", "sets a; ")
	b.wants(t, "when an input has changed", b.marks(), "a: has changed since it ran\nb: reads a of cell 1, which is out of date\nc: reads b of cell 2, which is out of date")
	b.run("a")
	b.wants(t, "when that has run", b.marks(), "b: reads a, which cell 4 has changed since\nc: reads b of cell 2, which is out of date")
	b.wants(t, "and the order", fmt.Sprint(b.page.ranOrder), "[cell 2 ran before cell 4, which stands above it cell 3 ran before cell 4, which stands above it]")
	b.run("b", "c")
	b.wants(t, "when those have run", b.marks()+fmt.Sprint(b.page.ranOrder), "[]")
}

func TestACellThatIsAddedBetweenIsForeseen(t *testing.T) {
	b := newBench(t, false, "sets a", "reads a")
	b.run("a", "b")
	b.apply(1, command{Op: "insert", ID: "new", After: "a", Type: "code", Source: "sets a; reads z"})
	b.wants(t, "a new cell sets what one reads", b.marks(), "b: reads a, which the cell “sets a; reads z” sets but has not run")
	asked := b.asked
	b.run("a")
	if b.asked != asked+1 {
		t.Errorf("effects were asked for %d times, want once more for the cell that mentions a", b.asked-asked)
	}
}

func TestWhatMayChangeIsToldWithItsNote(t *testing.T) {
	b := newBench(t, false, "sets a", "reads p; may a", "reads a", "note it")
	b.run("a", "b", "c", "d")
	b.run("b")
	b.wants(t, "through a pointer", b.marks(), "b: may change a, and found it as an earlier run left it\nc: reads a, which cell 5 may have changed since (a may be changed through p, which shares memory with it)")
	b.wants(t, "what is not known", fmt.Sprint(b.page.notes), "map[d:goroutines of the cell may run on after it has ended]")
}

func TestStaleCellsRunInTheirOrder(t *testing.T) {
	b := newBench(t, false, "reads f; sets a", "sets f", "reads a", "sets z", "")
	b.apply(1, command{Op: "run", Which: "stale"})
	b.wants(t, "a page that has not run", strings.Join(b.ran, "|"), "sets f|reads f; sets a|reads a|sets z")
	b.apply(1, command{Op: "run", Which: "stale"})
	b.wants(t, "told", strings.Join(b.page.told, "|"), "Nothing is out of date.")
	b.ran = nil
	b.edit("b", "sets f; ")
	b.apply(1, command{Op: "run", Which: "stale"})
	b.wants(t, "what an edit has made stale", strings.Join(b.ran, "|")+b.marks(), "sets f; |reads f; sets a|reads a")
}

func TestStaleCellsStopAtAFailureAndWhereThereIsNoEnd(t *testing.T) {
	b := newBench(t, false, "sets a", "reads a; sets b; fails", "reads b")
	b.apply(1, command{Op: "run", Which: "stale"})
	b.wants(t, "a cell fails", strings.Join(b.ran, "|"), "sets a|reads a; sets b; fails")

	b = newBench(t, false, "reads y; sets x", "sets y; reads x")
	b.apply(1, command{Op: "run", Which: "stale"})
	b.apply(1, command{Op: "run", Which: "stale"})
	if n := len(b.ran); n > mostRuns*4 {
		t.Errorf("cells that need each other ran %d times: %v", n, b.page.told)
	}
}

func TestReactiveCellsRunWhatTheyMakeStale(t *testing.T) {
	b := newBench(t, false, "sets a", "reads a; sets b", "reads b", "sets c", "reads a; reads zz", "reads c")
	b.apply(1, command{Op: "reactive", On: true})
	b.run("a", "b", "c", "d")
	b.ran = nil
	b.edit("a", "sets a; ")
	b.run("a")
	b.wants(t, "what ran", strings.Join(b.ran, "|"), "sets a; |reads a; sets b|reads b")
	b.wants(t, "what is stale", b.marks(), "")

	b.ran = nil
	b.edit("b", "reads a; sets b; ")
	b.run("a")
	b.wants(t, "with a cell that is being edited", strings.Join(b.ran, "|"), "sets a; ")
	b.wants(t, "which is marked", b.marks(), "b: has changed since it ran\nc: reads b of cell 6, which is out of date")
	b.run("b")
	b.wants(t, "when that has run", strings.Join(b.ran, "|")+b.marks(), "sets a; |reads a; sets b; |reads b")

	b.apply(1, command{Op: "reactive"})
	b.ran = nil
	b.run("a")
	b.wants(t, "when it is off", strings.Join(b.ran, "|"), "sets a; ")
	b.apply(1, command{Op: "reactive", On: true})
	b.run("d")
	b.wants(t, "what was stale before", strings.Join(b.ran, "|"), "sets a; |sets c")
}

func TestReactiveCellsStopAtAFailure(t *testing.T) {
	b := newBench(t, false, "sets a", "reads a; sets b", "reads a", "reactive on")
	b.run("a", "b", "c", "d")
	if !b.page.reactive {
		t.Fatal("the cell has not turned it on")
	}
	b.edit("b", "reads a; fails")
	b.run("b")
	b.ran = nil
	b.run("a")
	b.wants(t, "what ran", strings.Join(b.ran, "|"), "sets a|reads a; fails")
	b.wants(t, "what is marked", b.marks(), "c: reads a, which cell 6 has changed since")
}

// What another client of the kernel runs changes what cells show, too.
func TestRunsOfOthersCount(t *testing.T) {
	b := newBench(t, false, "sets a", "reads a")
	b.run("a", "b")
	b.send(request{id: "another's", kind: "execute_request"}, "krigo_ran", doesOf("changes a"))
	b.wants(t, "marks", b.marks(), "")
	b.run("b")
	b.wants(t, "marks", b.marks(), "b: found a as a cell left it that has changed since")
}

func TestValuesThatAreLostAreTold(t *testing.T) {
	b := newBench(t, false, "sets a", "reads a", "loses")
	b.run("a", "b", "c")
	lost := "what it set is lost: a new Go process has started since it ran"
	b.wants(t, "marks", b.marks(), "a: "+lost+"\nb: "+lost)
	b.apply(1, command{Op: "run", Which: "stale"})
	b.wants(t, "marks", b.marks(), "")
}

// A kernel that does not tell what cells do: what has changed itself is marked.
func TestWithoutEffectsOnlyEditsAreMarked(t *testing.T) {
	b := newBench(t, true, "sets a", "reads a")
	b.run("a", "b")
	b.edit("a", "sets a; ")
	b.wants(t, "marks", b.marks(), "a: has changed since it ran")
	b.apply(1, command{Op: "run", Which: "stale"})
	b.wants(t, "what ran", strings.Join(b.ran, "|"), "sets a|reads a|sets a; ")
	b.state.kernel.setStatus(kernelIdle, "")
	b.apply(1, command{Op: "reactive", On: true})
	if len(b.page.told) != 1 || b.page.reactive {
		t.Errorf("reactive running is %v, and told is %q", b.page.reactive, b.page.told)
	}
}

// For any page that has been changed and run: running what is stale has an end, and then nothing is
// stale, or a failure or a circle is reported.
func TestRunningWhatIsStaleHasAnEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		source := rapid.Custom(func(t *rapid.T) string {
			verbs := rapid.SampledFrom([]string{"sets a", "sets b", "sets c", "reads a", "reads b", "reads c", "changes a", "changes b", "may a", "may c"})
			return strings.Join(rapid.SliceOfN(verbs, 1, 3).Draw(t, "verbs"), "; ")
		})
		sources := rapid.SliceOfN(source, 1, 6).Draw(t, "cells")
		b := newBench(t, false, sources...)
		ids := slices.Sorted(maps.Keys(b.page.cells))
		if rapid.Bool().Draw(t, "reactive") {
			b.apply(1, command{Op: "reactive", On: true})
		}
		for range rapid.IntRange(0, 8).Draw(t, "edits") {
			id := rapid.SampledFrom(ids).Draw(t, "cell")
			if rapid.Bool().Draw(t, "runs") {
				b.run(id)
			} else {
				b.edit(id, source.Draw(t, "source"))
			}
			if b.state.runs.reactive != nil || len(b.ran) > 9*mostRuns*len(ids) {
				t.Fatalf("after a command %d cells have run: %v", len(b.ran), b.ran)
			}
		}
		b.apply(1, command{Op: "run", Which: "stale"})
		if b.state.runs.reactive != nil || b.marks() != "" && len(b.page.told) == 0 {
			t.Fatalf("left is\n%s\ntold %q\nran %q", b.marks(), b.page.told, b.ran)
		}
	})
}
