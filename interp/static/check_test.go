package static

import (
	"fmt"
	"strings"
	"testing"

	"krigo/cell"
)

func TestDiagnosticsCountCodePoints(t *testing.T) {
	s := New(world)
	_, faults := s.Check(cell.Cell{Label: "cell 3", Source: "x := 1\n\ty := \"héé\" + nosuch\n"})
	if len(faults) != 1 {
		t.Fatalf("got %v, want one fault", faults)
	}
	d := faults[0]
	if d.Cell != "cell 3" || d.Line != 2 || d.Column != 15 || d.Source != "\ty := \"héé\" + nosuch" {
		t.Errorf("got %+v, want line 2, column 15", d)
	}
}

func TestFailedCheckChangesNothing(t *testing.T) {
	s := session(t, "x := 1\nfunc f() int { return x }")
	before := fmt.Sprint(s.Variables(), s.Replay())
	if _, faults := s.Check(cell.Cell{Label: "cell 2", Source: "x := \"s\"; y := 2; func f() string { return nosuch }"}); len(faults) == 0 {
		t.Fatal("no fault")
	}
	if p, faults := s.Check(cell.Cell{Label: "cell 3", Source: "z := 2"}); p == nil {
		t.Fatal(faults) // checked, never committed
	}
	if after := fmt.Sprint(s.Variables(), s.Replay()); after != before {
		t.Errorf("the session was\n%s\nand is\n%s", before, after)
	}
}

// Declarations that are replaced over and over are freed.
func TestRedeclarationIsForgotten(t *testing.T) {
	s := New(world)
	for i := range 200 {
		source := fmt.Sprintf("type T struct{ a [%d]int }\nvar v T\nfunc f(t T) int { return len(t.a) + len(v.a) }\nx := f(v)", i+1)
		p, faults := s.Check(cell.Cell{Label: fmt.Sprint("cell ", i), Source: source})
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		s.Commit(p)
	}
	if n := len(s.known.Now.Live); n > 8 {
		t.Errorf("%d declarations live on, want T, v, f and x", n)
	}
}

func TestStaleVariablesAreMarked(t *testing.T) {
	s := session(t, "type T struct{ a int }\nv := T{1}\nw := 2", "type T struct{ a, b int }")
	for _, v := range s.Variables() {
		if v.Stale != (v.Name == "v") {
			t.Errorf("%s: stale is %t", v.Name, v.Stale)
		}
	}
}

// The directives of lowered code lead back to the lines of the cell.
func TestUnitsKeepLines(t *testing.T) {
	source := "x := 1\n\nfor i := range 2 {\n\tx += i\n}\nvar (\n\ta = 1\n\tb = 2\n)\nx + a + b"
	p, faults := New(world).Check(cell.Cell{Label: "cell 5", Source: source})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if len(p.Unit.Functions) == 0 {
		t.Fatal("no functions")
	}
}

func BenchmarkCheck(b *testing.B) {
	source := strings.Repeat("for i := 0; i < 3; i++ {\n\tx = append(x, math.Sqrt(float64(i)))\n}\n", 10)
	s := New(world)
	p, _ := s.Check(cell.Cell{Label: "cell 1", Source: "x := []float64{}\n" + declarations})
	s.Commit(p)
	for b.Loop() {
		if _, faults := s.Check(cell.Cell{Label: "cell 2", Source: source}); len(faults) > 0 {
			b.Fatal(faults)
		}
	}
}
