package interp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"krigo/cell"
	"krigo/internal/testwait"
	"krigo/interp"
	"krigo/interp/internal/cases"
	"krigo/interp/symbols"
)

// vetted returns the findings of cells, one a line.
func vetted(o interp.VetOptions, sources ...string) string {
	o.Symbols = symbols.NewWorld()
	cells := make([]cell.Cell, len(sources))
	for i, source := range sources {
		cells[i] = cell.Cell{Label: fmt.Sprint("cell ", i+1), Source: source}
	}
	var b strings.Builder
	for _, found := range interp.Vet(cells, o) {
		for _, f := range found {
			fmt.Fprintln(&b, f.Error())
		}
	}
	return b.String()
}

func TestVetLoadsFilesFromWhereCellsAre(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"a.go": "func one() int { return 1 }\n", "sub/b.go": "two := one() + none\n"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := vetted(interp.VetOptions{Dir: dir}, "%load a.go", "%cd sub", "%load b.go", "%cd -", "%load a.go", "one() + \"x\"", "two")
	want := "b.go:1:16: undefined: none\ncell 6:1:1: invalid operation: one() + \"x\" (mismatched types int and untyped string)\n"
	if got != want {
		t.Errorf("found\n%swant\n%s", got, want)
	}
}

// A word of sessions that is not Go is a finding in a program.
func TestVetKnowsWordsOfSessions(t *testing.T) {
	if got := vetted(interp.VetOptions{}, "help", "exit()"); got != "" {
		t.Errorf("in a notebook: %s", got)
	}
	if got := vetted(interp.VetOptions{Program: true}, "help"); got != "cell 1:1:1: undefined: help\n" {
		t.Errorf("in a program: %s", got)
	}
}

// Sessions that run to their end have no findings but those with which their cells
// fail.
func TestVetFindsNothingInSoundSessionsUnraced(t *testing.T) {
	sessions := cases.ForTest(t, "^(redeclaration|sessions)/")
	if testing.Short() {
		sessions = sessions[:10]
	}
	for _, c := range sessions {
		if got := vetted(interp.VetOptions{}, c.Cells...); strings.Contains(got, ": undefined: ") {
			t.Errorf("%s: found\n%s", c.Name, got)
		}
	}
}

// Whatever the cells, they are vetted to the end.
func FuzzVet(f *testing.F) {
	for _, cells := range [][2]string{
		{"x := y", "x + 1"}, {"func f(a int) { }", "func f(a string) {"}, {"type T struct{ a b }", "T{}.c"}, {"%%capture x\n%time y", "x?"},
		{"import \"a/b\"", "b.C"}, {"%bench", "!x"}, {"func (t T) M() {}", "type T int"}, {"var x, y = f()", "x, y = y, x"}, {"?x", "\x00"}, {"const a = a", "a"},
		{"%load /dev/null", "%cd ~"}, {"type a = a", "var b a"}, {"func F[T any](x T) T { return y }", "F(1)"},
	} {
		f.Add(cells[0], cells[1])
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		late := time.AfterFunc(testwait.Limit, func() { panic(fmt.Sprintf("no end of %q and %q", first, second)) })
		defer late.Stop()
		vetted(interp.VetOptions{Dir: t.TempDir()}, first, second, first)
	})
}
