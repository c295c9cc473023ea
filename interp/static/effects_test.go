package static

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"krigo/cell"
	"krigo/interp/static/check"
	"krigo/interp/static/compose"
	"krigo/interp/static/effects"
)

// Each file of testdata/effects is a session of cells, each followed by the names that it
// reads and writes, written out by hand: a line for each list that is not empty.
func TestEffectsAreThoseWrittenByHand(t *testing.T) {
	files, err := filepath.Glob("testdata/effects/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s := New(world)
			s.FollowEffects()
			var does, source string
			for _, f := range archive.Files {
				if f.Name == "effects" {
					if want := strings.TrimSpace(string(f.Data)); does != want {
						t.Errorf("the cell\n%s\nhas the effects\n%s\n\nwant\n%s", source, does, want)
					}
					continue
				}
				source = string(f.Data)
				p, faults := s.Check(cell.Cell{Label: f.Name, Source: source})
				if len(faults) > 0 {
					t.Fatalf("%s\n%v", source, faults)
				}
				s.Commit(p)
				does = effectsText(p.Effects())
			}
		})
	}
}

// effectsText returns a line for each list of effects that is not empty, and for each
// note.
func effectsText(e cell.Effects) string {
	var lines []string
	for _, list := range []struct {
		name  string
		names []string
	}{{"reads", e.Reads}, {"may read", e.MayRead}, {"uses", e.Uses}, {"writes", e.Writes}, {"sets", e.Sets}, {"may write", e.MayWrite}} {
		if len(list.names) > 0 {
			lines = append(lines, list.name+": "+strings.Join(list.names, " "))
		}
	}
	for _, note := range e.Notes {
		lines = append(lines, "note: "+note)
	}
	return strings.Join(lines, "\n")
}

// Closures that call each other, and functions that follow pointers, have as many ways
// through them as one likes: their effects have an end, and are all known.
func TestEffectsOfWhatCallsItselfHaveAnEnd(t *testing.T) {
	var closures strings.Builder
	closures.WriteString("n := 0\nvar f [40]func(int) int\n")
	for i := range 40 {
		fmt.Fprintf(&closures, "var g%d func(int) int\n", i)
	}
	for i := range 40 {
		fmt.Fprintf(&closures, "g%d = func(x int) int { n++; if x == 0 { return n }; return g%d(x-1) + g%d(x-1) + g%d(x-1) }\n", i, (i+1)%40, (i+7)%40, (i+13)%40)
	}
	for name, source := range map[string]string{
		"closures": closures.String() + "g0(3)",
		"a list": "type node struct { next *node; log interface{ Log(string) }; val int }\n" +
			"func (n *node) Insert(v int) *node { if n == nil { return &node{val: v} }; n.log.Log(\"x\"); n.next = n.next.Insert(v); return n }\n" +
			"func (n *node) Walk(f func(int)) { if n != nil { n.log.Log(\"y\"); n.next.Walk(f); f(n.val) } }\n" +
			"func (n *node) Log(s string) { n.Walk(func(int) { n.Insert(1) }) }\nn := 0\nvar l *node\nl = l.Insert(1)\nl.Walk(func(v int) { n += v })",
	} {
		s := New(world)
		s.FollowEffects()
		e, faults := s.Effects(cell.Cell{Source: source})
		if len(faults) > 0 {
			t.Fatalf("%s: %v", name, faults)
		}
		if len(e.Notes) > 0 || !strings.Contains(strings.Join(e.Writes, " "), "n") {
			t.Errorf("%s: the notes are %q, written is %q", name, e.Notes, e.Writes)
		}
	}
}

// A cell may call more functions than the analysis distinguishes: none is left out.
func TestEffectsOfManyCallsAreAllKnown(t *testing.T) {
	var source strings.Builder
	source.WriteString("x, y := 0, 0\nfunc f30(p *int) { *p = 1 }\n")
	for i := range 30 {
		fmt.Fprintf(&source, "func f%d(p *int) { f%d(p); f%d(p); f%d(p) }\n", i, i+1, i+1, i+1)
	}
	s := session(t)
	s.FollowEffects()
	p, faults := s.Check(cell.Cell{Source: source.String()})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s.Commit(p)
	e, faults := s.Effects(cell.Cell{Source: strings.Repeat("f0(&x)\n", 100) + "f0(&y)"})
	if len(faults) > 0 || strings.Join(e.Writes, " ") != "x y" || len(e.Notes) > 0 {
		t.Errorf("written is %q, the notes are %q, %v", e.Writes, e.Notes, faults)
	}
}

// A program that was checked and runs can be committed whatever is asked meanwhile.
func TestEffectsOfOneCellLeaveAnotherThatRunsAlone(t *testing.T) {
	s := session(t)
	s.FollowEffects()
	p, faults := s.Check(cell.Cell{Label: "cell 1", Source: "func f() int { return 1 }\nx := f()"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if e, faults := s.Effects(cell.Cell{Label: "cell 2", Source: "func g() int { return 2 }\ny := g()"}); len(faults) > 0 || len(e.Notes) > 0 {
		t.Fatal(e, faults)
	}
	s.Commit(p)
	next, faults := s.Check(cell.Cell{Label: "cell 2", Source: "z := f() + x"})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	s.Commit(next)
	if e := next.Effects(); strings.Join(e.Reads, " ") != "f x" {
		t.Errorf("read is %q", e.Reads)
	}
}

// A session of a hundred functions and variables: the cost of a cell's effects besides
// its check.
func BenchmarkEffects(b *testing.B) {
	s := New(world)
	s.FollowEffects()
	for i := range 100 {
		source := fmt.Sprintf("v%d := []float64{1}\nfunc f%d(x []float64) float64 { x[0]++; return v%d[0] + f%d(x) }", i, i, i, max(i-1, 0))
		p, faults := s.Check(cell.Cell{Source: source})
		if len(faults) > 0 {
			b.Fatal(faults)
		}
		s.Commit(p)
	}
	for _, c := range []struct{ name, source string }{
		{"statements", "y := f99(v3)\np := &y\n*p += f20(v5)"},
		{"function", "func f0(x []float64) float64 { x[0]++; return v1[0] }\nf99(v3)"},
	} {
		in := cell.Cell{Source: c.source}
		<-s.followed.found
		k := check.Check(s.known, &in)
		form := compose.Build(s.writer, k)
		b.Run(c.name+"/check", func(b *testing.B) {
			for range b.N {
				check.Check(s.known, &in)
			}
		})
		b.Run(c.name+"/effects", func(b *testing.B) {
			for range b.N {
				effects.Of(s.followed.known, k, form.Package, form.Functions)
			}
		})
	}
}
