package main

import (
	"fmt"
	"regexp"
	"testing"

	"krigo/internal/testwait"
)

// kinds are all kinds of generated programs.
var kinds = []kind{wholeGo, numericGo}

// TestGeneratedProgramsUnraced compares the interpreter with Go on the first generated
// programs. make differential runs more of them.
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
	}{{wholeGo, false, 100}, {numericGo, false, 100}, {numericGo, true, 30}} {
		t.Run(fmt.Sprintf("%s, in cells %v", run.kind.stem, run.cells), func(t *testing.T) {
			c := &campaign{
				oracle: oracle{testwait.Limit, 1}, subject: subject{testwait.Limit}, checker: checker,
				kind: run.kind, cells: run.cells, seed: 1, out: t.Output(), parallel: 1, wanted: regexp.MustCompile(""),
			}
			results, err := c.run(0, run.n)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results.results {
				if r.verdict == different {
					t.Errorf("%s: %s: %s", r.name, r.class, r.detail)
				}
			}
		})
	}
}

// TestGeneratedProgramsAreDeterministic checks that what is generated ends, and
// does the same each time: a program that does not tells nothing of the
// interpreter.
func TestGeneratedProgramsAreDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	for _, k := range kinds {
		sources := make([]string, 100)
		for i := range sources {
			source, err := k.generate(2, i)
			if err != nil {
				t.Fatal(err)
			}
			sources[i] = source
		}
		o := oracle{testwait.Limit, 1}
		b, err := o.build(sources)
		if err != nil {
			t.Fatal(err)
		}
		defer b.remove()
		once, again := b.run(), b.run()
		for i, want := range once {
			if want.late {
				t.Errorf("%s does not end:\n%s", k.name(2, i), sources[i])
			}
			if d := compare(want, again[i]); d.verdict != equal {
				t.Errorf("%s: %s\n%s", k.name(2, i), d.detail, sources[i])
			}
		}
	}
}
