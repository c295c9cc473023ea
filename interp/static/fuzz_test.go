package static

import (
	"fmt"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp/internal/cases"
)

// addCells seeds a fuzz test with the cells of other tests.
func addCells(f *testing.F, add func(source string)) {
	for _, source := range cases.CellsOf(f, "testdata/*/*.txtar", "../../testdata/go/cells/*.txtar") {
		add(source)
	}
	for _, source := range []string{declarations, "a.b.", "}{", "`", "import \"", "type T T", "\x00\xff", "var x [", "\ufeffx", "x\r\n", "é.", "!x", "/*"} {
		add(source)
	}
}

// Whatever the source, a check ends, in a program or in faults of the source.
func FuzzCheck(f *testing.F) {
	addCells(f, func(source string) { f.Add(source) })
	s := fuzzSession(f)
	f.Fuzz(func(t *testing.T, source string) {
		defer watch(source).Stop()
		p, faults := s.Check(cell.Cell{Label: "cell 2", Source: source})
		if (p == nil) == (len(faults) == 0) {
			t.Errorf("a program %v with faults %v", p != nil, faults)
		}
		for _, d := range faults {
			if d.Line < 1 || d.Column < 1 || d.Message == "" {
				t.Errorf("a fault at %d:%d: %q", d.Line, d.Column, d.Message)
			}
		}
	})
}

// Whatever the source, its completions replace what is before the cursor.
func FuzzComplete(f *testing.F) {
	addCells(f, func(source string) { f.Add(source, len(source)/2) })
	s := fuzzSession(f)
	f.Fuzz(func(t *testing.T, source string, cursor int) {
		defer watch(source).Stop()
		c := s.Complete(source, cursor)
		if end := min(max(cursor, 0), len(source)); c.Start < 0 || c.Start > c.End || c.End != end {
			t.Errorf("completions replace %d to %d at %d of %d", c.Start, c.End, cursor, len(source))
		}
	})
}

// Whatever the source, an inspection ends.
func FuzzInspect(f *testing.F) {
	addCells(f, func(source string) { f.Add(source, len(source)/2) })
	s := fuzzSession(f)
	f.Fuzz(func(t *testing.T, source string, cursor int) {
		defer watch(source).Stop()
		if info, ok := s.Inspect(source, cursor, 1); ok && info.Signature == "" {
			t.Errorf("a description without a signature: %+v", info)
		}
	})
}

// watch fails a test that does not end.
func watch(source string) *time.Timer {
	return time.AfterFunc(testwait.Limit, func() { panic(fmt.Sprintf("no end of %q", source)) })
}

// fuzzSession knows the declarations that questions are asked about.
func fuzzSession(f *testing.F) *Session {
	f.Helper()
	s := New(world)
	p, faults := s.Check(cell.Cell{Label: "cell 1", Source: declarations})
	if len(faults) > 0 {
		f.Fatal(faults)
	}
	s.Commit(p)
	return s
}
