package main

import (
	"fmt"
	"regexp"
	"testing"

	"krigo/internal/testwait"
	"krigo/interp/internal/cases"
)

// kinds are all kinds of generated programs.
var kinds = []kind{wholeGo, numericGo}

// TestGeneratedProgramsUnraced compares the interpreter with Go on the first generated
// programs. make generated runs more of them.
func TestGeneratedProgramsUnraced(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	skipRace(t)
	checker, err := newChecker()
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range []struct {
		kind  kind
		cells bool
		n     int
	}{{wholeGo, false, 50}, {numericGo, false, 30}, {numericGo, true, 10}} {
		t.Run(fmt.Sprintf("%s, in cells %v", run.kind.stem, run.cells), func(t *testing.T) {
			c := &campaign{
				toolchain: cases.Toolchain{Limit: testwait.Limit, Parallel: 1}, subject: subject{testwait.Limit}, checker: checker,
				kind: run.kind, cells: run.cells, seed: 1, out: t.Output(), parallel: 1, wanted: regexp.MustCompile(""),
			}
			results, err := c.run(0, run.n)
			if err != nil {
				t.Fatal(err)
			}
			failDifferent(t, results)
		})
	}
}

// TestGeneratedProgramsAreDeterministic checks that generated programs end, and
// does the same each time: a program that does not tells nothing of the
// interpreter.
func TestGeneratedProgramsAreDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, k := range kinds {
		sources := make([]string, 40)
		for i := range sources {
			source, err := k.generate(2, i)
			if err != nil {
				t.Fatal(err)
			}
			sources[i] = source
		}
		b, err := cases.Toolchain{Limit: testwait.Limit, Parallel: 1}.Build(sources)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Remove()
		once, again := b.Run(), b.Run()
		for i, want := range once {
			if want.Late {
				t.Errorf("%s does not end:\n%s", k.name(2, i), sources[i])
			}
			if d := cases.Compare(want, again[i]); d.Verdict != cases.Equal {
				t.Errorf("%s: %s\n%s", k.name(2, i), d.Detail, sources[i])
			}
		}
	}
}
