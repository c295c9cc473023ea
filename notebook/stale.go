package notebook

import (
	"maps"
	"slices"

	"krigo/nbformat"
)

// Analysis tells what changes of cells mean for what has run.
type Analysis interface {
	// Stale returns why cells show what their code would not show now, by their ids,
	// and what is to be said of the order of cells against the order in which they
	// ran. It looks at all code cells, in the order of the document.
	Stale(cells []Standing) (why map[string]string, order []string)
}

// Standing is a code cell as it stands, and as it ran.
type Standing struct {
	ID, Source string
	// Ran is the source that ran last in this kernel; HasRun tells whether one has.
	Ran    string
	HasRun bool
	// Count is the number of that run.
	Count int
}

// changedSources knows that a cell's own code has changed, and nothing of what it
// means for others.
type changedSources struct{}

func (changedSources) Stale(cells []Standing) (map[string]string, []string) {
	why := map[string]string{}
	for _, c := range cells {
		if c.HasRun && c.Source != c.Ran {
			why[c.ID] = "its code has changed since it ran"
		}
	}
	return why, []string{}
}

// lookStale tells pages what has become stale, or is no more.
func (s *state) lookStale() {
	var standing []Standing
	for _, c := range s.cells {
		if c.file.Type != nbformat.Code {
			continue
		}
		at := Standing{ID: c.file.ID, Source: c.file.Source, Count: c.file.ExecutionCount}
		if c.ran != nil {
			at.Ran, at.HasRun = c.ran.source, true
		}
		standing = append(standing, at)
	}
	why, order := s.analysis.Stale(standing)
	if maps.Equal(why, s.stale) && slices.Equal(order, s.order) {
		return
	}
	s.stale, s.order = why, order
	s.tell(staleEvent{"stale", why, order})
}
