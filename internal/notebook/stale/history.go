package stale

import (
	"slices"

	"krigo/cell"
)

// History records the runs of a session. The zero value belongs to a new session.
type History struct {
	runs    int
	written map[string]int // the run that has written a name last
}

// Run is the newest run of a cell.
type Run struct {
	Number  int // in the session, from 1
	Source  string
	Effects cell.Effects
	Failed  bool
	from    map[string]int // by each name that it reads, the run that had written that last
}

// Ran notes that a cell has run, and what that did. The effects of a run that failed are
// those that it could have had.
func (h *History) Ran(source string, e cell.Effects, failed bool) *Run {
	h.runs++
	r := &Run{Number: h.runs, Source: source, Effects: e, Failed: failed, from: map[string]int{}}
	for _, name := range slices.Concat(needed(e), e.Uses) {
		r.from[name] = h.written[name]
	}
	if h.written == nil {
		h.written = map[string]int{}
	}
	for _, name := range written(e) {
		h.written[name] = h.runs
	}
	return r
}

// Runs returns the number of cells that have run.
func (h *History) Runs() int { return h.runs }

// needed returns the names whose values have to be right when a cell runs.
func needed(e cell.Effects) []string { return union(e.Reads, e.MayRead, e.MayWrite) }

// written returns the names that a cell has changed, perhaps, when it has run.
func written(e cell.Effects) []string { return union(e.Writes, e.MayWrite) }

// union returns the names of some lists, sorted.
func union(lists ...[]string) []string {
	out := slices.Concat(lists...)
	slices.Sort(out)
	return slices.Compact(out)
}
