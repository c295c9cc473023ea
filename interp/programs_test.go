package interp_test

import (
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp/internal/cases"
)

// TestProgramsUnraced runs each program of testdata/go/constructs as a cell of a notebook, which a note precedes.
func TestProgramsUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("the interpreter races on its frames where goroutines run")
	}
	for _, c := range cases.ForTest(t, "^constructs/") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			s, r := start(t, options(t)), newRecord()
			if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: c.Program}, r); err != nil {
				t.Fatal(err)
			}
			note, text, _ := strings.Cut(r.text(), "stdout: ")
			if !strings.Contains(note, "cell 1 is a program") {
				t.Errorf("begins with %q, want a note", note)
			}
			if d := c.Compare(cases.Outcome{Stdout: text}); d.Verdict != cases.Equal {
				t.Errorf("%s: %s", d.Class, d.Detail)
			}
		})
	}
}
