package static

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp/internal/cases"
)

// unspecifiedNotes returns the notes on what Go leaves to its compiler, of the cells of a session.
func unspecifiedNotes(cells []string) (notes []string) {
	unspecified := regexp.MustCompile(`^(order of evaluation|capacities): [^:]+`)
	s := New(world)
	for i, source := range cells {
		p, faults := s.Check(cell.Cell{Label: fmt.Sprint("cell ", i+1), Source: source})
		if len(faults) > 0 {
			if strings.Contains(faults[0].Message, "checker failed") {
				notes = append(notes, faults[0].Message)
			}
			continue
		}
		for _, n := range p.Notes {
			if about := unspecified.FindString(n.Message); about != "" {
				notes = append(notes, about)
			}
		}
		s.Commit(p)
	}
	return notes
}

// Programs that print the same however the compiler decides have no note on it. The corpus has one with a note: it
// prints the capacity of a slice that it makes with a variable capacity, which may be 0.
func TestFewProgramsShowWhatGoLeavesOpen(t *testing.T) {
	if testing.Short() {
		t.Skip("checks all programs of the corpus")
	}
	want := map[string][]string{"strings/anagrams": {"capacities: cap(groups)"}}
	dir, err := cases.Dir()
	if err != nil {
		t.Fatal(err)
	}
	all, err := cases.Read(dir, regexp.MustCompile(""))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		sources := c.Cells
		if len(sources) == 0 {
			sources = []string{c.Program}
		}
		if notes := unspecifiedNotes(sources); !slices.Equal(notes, want[c.Name]) {
			t.Errorf("%s has notes %q, want %q", c.Name, notes, want[c.Name])
		}
	}
}
