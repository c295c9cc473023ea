package stale

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
)

// does reads effects from words: "reads a b; sets c; writes d; may e; uses f".
func does(text string) cell.Effects {
	var e cell.Effects
	for part := range strings.SplitSeq(text, ";") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		names := words[1:]
		switch words[0] {
		case "reads":
			e.Reads = names
		case "uses":
			e.Uses = names
		case "sets":
			e.Sets, e.Writes = names, append(e.Writes, names...)
		case "writes":
			e.Writes = append(e.Writes, names...)
		case "may":
			e.MayWrite = names
		case "note":
			e.Notes = append(e.Notes, strings.Join(names, " "))
		}
	}
	return e
}

// edit is a change of a page, by numbers of cells from 1.
type edit struct {
	runs    []int
	changes map[int]string // cells whose source becomes another, with its effects
	deletes []int
	fails   int // the cell that fails when it runs
}

func TestWhatIsStaleAndInWhichOrderItRuns(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells []string
		edits []edit
		stale string // "cell: reason" of each
		order []int
	}{
		{"nothing has run", []string{"sets a", "reads a"}, nil, "1: has not run; 2: has not run", []int{1, 2}},
		{"all ran from top to bottom", []string{"sets a", "reads a; writes a", "reads a"}, []edit{{runs: []int{1, 2, 3}}}, "", nil},
		{"a cell below writes what one reads", []string{"sets a", "reads a", "reads a; writes a"}, []edit{{runs: []int{1, 2, 3}}}, "", nil},
		{"an input ran again", []string{"sets a", "reads a; sets b", "reads b"}, []edit{{runs: []int{1, 2, 3, 1}}},
			"2: reads a, which cell 1 has changed since; 3: reads b of cell 2, which is out of date", []int{2, 3}},
		{"an input has another source", []string{"sets a", "reads a", "sets c"}, []edit{{runs: []int{1, 2, 3}, changes: map[int]string{1: "sets a; "}}},
			"1: has changed since it ran; 2: reads a of cell 1, which is out of date", []int{1, 2}},
		{"a counter ran twice", []string{"sets a", "reads a; writes a", "reads a"}, []edit{{runs: []int{1, 2, 2}}},
			"2: changes a, and found it as an earlier run left it; 3: has not run", []int{1, 2, 3}},
		{"what runs again finds what it found", []string{"sets a", "reads a", "reads a; writes a"},
			[]edit{{runs: []int{1, 2, 3}, changes: map[int]string{2: "reads a; sets z"}}}, "2: has changed since it ran", []int{1, 2, 3}},
		{"what is set as a whole needs nothing before", []string{"sets a", "reads a", "sets a", "reads a"},
			[]edit{{runs: []int{1, 2, 3, 4, 1}}}, "2: reads a, which cell 1 has changed since", []int{2}},
		{"the declaring cell is gone", []string{"sets a", "reads a", "uses a; sets f"}, []edit{{runs: []int{1, 2, 3}, deletes: []int{1}}},
			"2: reads a, which no cell declares any longer; 3: mentions a, which no cell declares any longer", []int{2, 3}},
		{"a function's declaration follows by itself", []string{"sets f", "uses f; sets g", "reads f g"},
			[]edit{{runs: []int{1, 2, 3, 1}}}, "3: reads f, which cell 1 has changed since", []int{3}},
		{"a change that is perhaps one", []string{"sets a", "reads p; may a", "reads a"}, []edit{{runs: []int{1, 2, 3}}, {runs: []int{1, 2}}},
			"3: reads a, which cell 2 may have changed since", []int{3}},
		{"a change through what shares memory", []string{"sets a", "reads p; may a; note a may be changed through p", "reads a"}, []edit{{runs: []int{1, 2, 3}}, {runs: []int{1, 2}}},
			"3: reads a, which cell 2 may have changed since (a may be changed through p)", []int{3}},
		{"a cell has failed", []string{"sets a", "reads a; sets b", "reads b"}, []edit{{runs: []int{1, 2, 3}, fails: 2}},
			"2: failed when it ran; 3: reads b of cell 2, which is out of date", []int{2, 3}},
		{"what is declared below", []string{"reads a", "sets a"}, []edit{{runs: []int{2, 1}}}, "", nil},
		{"what is declared below and did not run", []string{"reads a", "sets a"}, []edit{{changes: map[int]string{1: "reads a", 2: "sets a"}}},
			"1: has not run; 2: has not run", []int{2, 1}},
		{"a cell ran after one below had changed its input", []string{"sets a", "reads a", "reads a; writes a"}, []edit{{runs: []int{1, 2, 3, 2}}},
			"2: found a as cell 3 left it", []int{1, 2, 3}},
		{"a cell is moved in between", []string{"sets a", "sets a; sets c", "reads a"}, []edit{{runs: []int{2, 1, 3}}},
			"3: found a as cell 1 left it", []int{2, 3}},
		{"no Go", []string{"sets a", ""}, []edit{{runs: []int{1}}}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			cells, h := played(c.cells, c.edits)
			page := Look(cells, h)
			var got []string
			for _, m := range page.Stale() {
				got = append(got, strings.TrimPrefix(cells[m.Cell].Name, "cell ")+": "+strings.Join(m.Why, ", "))
			}
			if text := strings.Join(got, "; "); text != c.stale {
				t.Errorf("stale is\n%s\nwant\n%s", text, c.stale)
			}
			if order := numbers(cells, page.Order()); !slices.Equal(order, c.order) {
				t.Errorf("the order is %v, want %v", order, c.order)
			}
		})
	}
}

// numbers returns the numbers in the names of the cells to run.
func numbers(cells []Cell, steps []Step) []int {
	var out []int
	for _, s := range steps {
		var n int
		fmt.Sscanf(cells[s.Cell].Name, "cell %d", &n)
		out = append(out, n)
	}
	return out
}

// played returns a page of cells whose sources are their effects, after some edits.
func played(sources []string, edits []edit) ([]Cell, *History) {
	h, cells := &History{}, make([]Cell, len(sources))
	for i, source := range sources {
		e := does(source)
		cells[i] = Cell{Name: fmt.Sprint("cell ", i+1), Source: source, Next: &e}
	}
	for _, e := range edits {
		for _, n := range e.runs {
			c := &cells[n-1]
			c.Run, c.Next = h.Ran(c.Source, does(c.Source), n == e.fails), nil
		}
		for n, source := range e.changes {
			next := does(source)
			cells[n-1].Source, cells[n-1].Next = source, &next
		}
		for _, n := range e.deletes {
			cells = slices.Delete(cells, n-1, n)
		}
	}
	return cells, h
}

func TestCirclesAreTold(t *testing.T) {
	cells, h := played([]string{"reads y; sets x", "sets z", "reads x; sets y"}, nil)
	page := Look(cells, h)
	if got := page.Circles(); len(got) != 1 || !strings.HasPrefix(got[0], "cell 1 and cell 3 each read what the others write") {
		t.Errorf("told is %q", got)
	}
	if got := numbers(cells, page.Order()); !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("the order is %v", got)
	}
}

func TestCellsThatRanOutOfOrderAreTold(t *testing.T) {
	cells, h := played([]string{"sets a", "sets b", "sets c"}, []edit{{runs: []int{3, 1, 2}}})
	want := []string{"cell 3 ran before cell 2, which stands above it"}
	if got := Look(cells, h).OutOfOrder(); !slices.Equal(got, want) {
		t.Errorf("told is %q, want %q", got, want)
	}
}

func TestReactiveRunningLeavesAloneWhatWasStaleBefore(t *testing.T) {
	cells, h := played([]string{"sets a", "reads a", "sets z", "sets b", "reads b"}, []edit{{runs: []int{4, 5, 4, 1, 2, 1}}})
	if got := numbers(cells, Look(cells, h).After(cells[0].Run, nobody)); !slices.Equal(got, []int{2}) {
		t.Errorf("it runs %v, want cell 2", got)
	}
}

func nobody(int) bool { return false }

func TestReactiveRunningWaitsForCellsThatAreHeld(t *testing.T) {
	cells, h := played([]string{"sets a", "reads a; sets b", "reads b", "reads a"}, []edit{{runs: []int{1, 2, 3, 4, 1}}})
	held := func(i int) bool { return i == 1 }
	if got := numbers(cells, Look(cells, h).After(cells[0].Run, held)); !slices.Equal(got, []int{4}) {
		t.Errorf("it runs %v, want cell 4", got)
	}
	first := cells[0].Run
	cells[1].Run = h.Ran(cells[1].Source, does(cells[1].Source), false)
	if got := numbers(cells, Look(cells, h).After(first, held)); !slices.Equal(got, []int{3, 4}) {
		t.Errorf("where the held cell is fresh it runs %v, want cells 3 and 4", got)
	}
}
