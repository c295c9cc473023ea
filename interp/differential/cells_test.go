package main

import (
	"slices"
	"strings"
	"testing"
)

func TestCellsOfAProgram(t *testing.T) {
	source := `package main

func a() int { return b() + 1 }

func c() int { return 3 }

type T struct{}

func (T) d() {}

func b() int { return c() }

func main() { println(a()) }
`
	cells, program := inCells(source)
	changed := "func a() int {" + interpreted + " return b() + 1 }\n\nfunc (T) d() {" + interpreted + "}"
	same := "func a() int { return b() + 1 }\n\nfunc (T) d() {}"
	want := []string{
		"func a() int { return b() + 1 }\n\nfunc c() int { return 3 }\n\ntype T struct{}\n\nfunc (T) d() {}\n\nfunc b() int { return c() }",
		"func once() { println(a()) }", "once()", changed, "once()", same, "once()",
	}
	if !slices.Equal(cells, want) {
		t.Errorf("got cells\n%s\nwant\n%s", strings.Join(cells, "\n--\n"), strings.Join(want, "\n--\n"))
	}
	if n := strings.Count(program, "once()"); n != 4 || !strings.Contains(program, "func main()") {
		t.Errorf("got program\n%s", program)
	}
}
