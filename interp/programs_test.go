package interp_test

import (
	"strings"
	"testing"

	"krigo/cell"
	"krigo/interp/internal/cases"
)

// TestProgramsUnraced runs the programs of testdata/go/constructs as cells of a notebook, with their
// package clause.
func TestProgramsUnraced(t *testing.T) {
	if raceDetector {
		t.Skip("the interpreter races on its frames where goroutines run")
	}
	for _, c := range cases.ForTest(t, "^constructs/") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			s, r := start(t, options(t)), newRecord()
			for _, text := range []string{c.Program, "main()"} {
				if _, err := s.Eval(t.Context(), cell.Cell{Label: "cell 1", Source: text}, r); err != nil {
					t.Fatal(err)
				}
			}
			if d := c.Compare(cases.Outcome{Stdout: strings.TrimPrefix(r.text(), "stdout: ")}); d.Verdict != cases.Equal {
				t.Errorf("%s: %s", d.Class, d.Detail)
			}
		})
	}
}
