package syntax

import (
	"fmt"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp/internal/cases"
)

// addCells seeds a fuzz test with the cells of the session's tests.
func addCells(f *testing.F, add func(source string)) {
	for _, source := range cases.CellsOf(f, "../testdata/*/*.txtar", "../../../testdata/go/cells/*.txtar") {
		add(source)
	}
	for _, source := range []string{"a.b.", "}{", "`", "import \"", "type T T", "\x00\xff", "var x [", "\ufeffx", "x\r\n", "é.", "!x", "/*"} {
		add(source)
	}
}

// watch fails a test that does not end.
func watch(source string) *time.Timer {
	return time.AfterFunc(testwait.Limit, func() { panic(fmt.Sprintf("no end of %q", source)) })
}

// The pieces of a source follow each other within it.
func FuzzSplit(f *testing.F) {
	addCells(f, func(source string) { f.Add(source) })
	f.Fuzz(func(t *testing.T, source string) {
		defer watch(source).Stop()
		pieces, _ := Split(&cell.Cell{Source: source})
		at := 0
		for _, p := range pieces {
			if p.Start < at || p.End <= p.Start || p.End > len(source) {
				t.Fatalf("a piece from %d to %d after %d of %d bytes", p.Start, p.End, at, len(source))
			}
			at = p.End
		}
	})
}

// Whatever the source, it is complete, incomplete or invalid; only what is
// incomplete is indented.
func FuzzIsComplete(f *testing.F) {
	addCells(f, func(source string) { f.Add(source) })
	f.Fuzz(func(t *testing.T, source string) {
		defer watch(source).Stop()
		switch got := IsComplete(source); {
		case got.Status == "incomplete":
		case got.Status != "complete" && got.Status != "invalid", got.Indent != "":
			t.Errorf("it is %+v", got)
		}
	})
}

func TestIsComplete(t *testing.T) {
	for _, c := range []struct{ source, status, indent string }{
		{"", "complete", ""},
		{"x := 1", "complete", ""},
		{"fmt.Println(1)", "complete", ""},
		{"func f() {", "incomplete", "\t"},
		{"func f() {\n\tif x {", "incomplete", "\t\t"},
		{"func f() {\n    if x {", "incomplete", "        "},
		{"func f() {\n\tx()", "incomplete", "\t"},
		{"func f() {\n}", "complete", ""},
		{"f(1,", "incomplete", "\t"},
		{"x := []int{\n\t1,", "incomplete", "\t"},
		{"x := 1 +", "incomplete", "\t"},
		{"x :=", "incomplete", "\t"},
		{"x := `raw", "incomplete", ""},
		{"/* comment", "incomplete", ""},
		{"x := \"open", "invalid", ""},
		{"f(}", "invalid", ""},
		{"}", "invalid", ""},
		{"x y {", "invalid", ""},
		{"x = = 3", "invalid", ""},
		{"if x", "invalid", ""},
		{"if x {", "incomplete", "\t"},
		{"type T struct {", "incomplete", "\t"},
		{"import (", "incomplete", "\t"},
		{"switch x {\ncase 1:", "incomplete", "\t"},
		{"for i := 0; i < 3; i++ {", "incomplete", "\t"},
		{"m.At(0,\n  1)", "complete", ""},
		{"fmt.", "incomplete", "\t"},
	} {
		got := IsComplete(c.source)
		if got != (cell.Completeness{Status: c.status, Indent: c.indent}) {
			t.Errorf("%q is %+v, want %s with indent %q", c.source, got, c.status, c.indent)
		}
	}
}
