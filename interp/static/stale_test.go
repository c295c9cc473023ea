package static

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"krigo/cell"
	"krigo/internal/notebook/stale"
)

// A page is changed a cell at a time, and only stale cells run, in the order given. Then
// all cells show what they show in a fresh session from top to bottom.
func TestStaleCellsBringAPageToWhatAFreshSessionShows(t *testing.T) {
	pages := 40
	if testing.Short() {
		pages = 4
	}
	for seed := range pages {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(seed), 1))
			testStalePage(t, rng, randomPage(rng))
		})
	}
}

// livePage is a page and the session that runs it.
type livePage struct {
	*runner
	history stale.History
	cells   []stale.Cell
	shows   []string
}

func testStalePage(t *testing.T, rng *rand.Rand, page []pageCell) {
	live := &livePage{runner: newRunner(t), cells: make([]stale.Cell, len(page)), shows: make([]string, len(page))}
	for i, c := range page {
		live.cells[i] = stale.Cell{Name: fmt.Sprint("cell ", i+1), Source: c.source(rng)}
	}
	live.settle(t)
	for range 4 {
		for range rng.IntN(3) { // cells that run again without need, in any order
			live.step(t, rng.IntN(len(page)))
		}
		for range 1 + rng.IntN(2) {
			at := rng.IntN(len(page))
			live.cells[at].Source = page[at].source(rng)
		}
		live.settle(t)
		fresh := newRunner(t)
		for i, c := range live.cells {
			if want := fresh.run(t, c.Source); live.shows[i] != want {
				t.Fatalf("cell %d shows\n%s\nand in a fresh session\n%s\nthe page:\n%s", i+1, live.shows[i], want, live.text())
			}
		}
	}
}

// step runs a cell.
func (p *livePage) step(t *testing.T, i int) {
	c := &p.cells[i]
	p.shows[i] = p.run(t, c.Source)
	if strings.Contains(p.shows[i], "cell ") {
		t.Fatalf("cell %d:\n%s\n%s", i+1, p.shows[i], p.text())
	}
	for _, name := range p.effects.MayWrite {
		if !slices.ContainsFunc(p.effects.Notes, func(note string) bool { return strings.HasPrefix(note, name+" may be changed ") }) {
			t.Fatalf("cell %d may write %s, and no note tells: %v", i+1, name, p.effects.Notes)
		}
	}
	c.Run, c.Next = p.history.Ran(c.Source, p.effects, false), nil
}

// settle runs stale cells until none is left.
func (p *livePage) settle(t *testing.T) {
	for n := 0; ; n++ {
		for i := range p.cells {
			c := &p.cells[i]
			if c.Next = nil; c.Run == nil || c.Run.Source != c.Source {
				if e, faults := p.session.Effects(cell.Cell{Source: c.Source}); len(faults) == 0 {
					c.Next = &e
				}
			}
		}
		order := stale.Look(p.cells, &p.history).Order()
		if len(order) == 0 {
			return
		}
		if n > 5*len(p.cells) {
			t.Fatalf("there is no end: %v\n%s", order, p.text())
		}
		p.step(t, order[0].Cell)
	}
}

func (p *livePage) text() string {
	var b strings.Builder
	for _, c := range p.cells {
		fmt.Fprintf(&b, "-- %s --\n%s\n", c.Name, c.Source)
	}
	return b.String()
}

// pageCell is a cell with # instead of numbers.
type pageCell string

// source returns the cell with numbers.
func (c pageCell) source(rng *rand.Rand) string {
	var b strings.Builder
	for _, r := range string(c) {
		if r == '#' {
			fmt.Fprint(&b, 1+rng.IntN(9))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// randomPage returns a page whose cells declare some names and change what they hold in
// all ways in which names can hide a change.
func randomPage(rng *rand.Rand) []pageCell {
	cells := []pageCell{
		"a := #\nb := #", "s := []int{#, #, #, #}\nt := s[:2]", "m := map[string]int{\"k\": #}\nn := m", "p := &a\nq := p",
		"type node struct{ val int; next *node; list []int }\nroot := node{val: #, list: s}\nleaf := &node{val: #, next: &root}",
		"func add(x int) int { return x + a*# }\nfunc bump() { b += # }\nfunc fill(x []int, v int) { x[0] = v + # }\nfunc where() *int { return &s[1] }",
		"func (n *node) grow(by int) { n.val += by; n.list[0]++ }\nfunc twice(x int) int { return add(add(x)) + # }",
		"h := func() int { a += #; return a }\nk := func(f func() int) int { return f() + # }\nvar fs []func()",
	}
	statements := []string{
		"a = #", "a += #", "b = a + #", "b *= 2", "*p = #", "*p += a", "*q++", "p = &b", "p = &a", "q = p", "p = &s[2]", "p = where()",
		"s[0] = #", "s[1] += a", "t[0]++", "s = append(s, #)", "t = append(t, #)", "t = s[1:3]", "s = []int{#, #, a, b}", "fill(s, #)", "fill(t, a)",
		"m[\"k\"] = #", "n[\"x\"] += b", "m = map[string]int{\"k\": a}", "delete(n, \"k\")", "n = m",
		"root.val = #", "leaf.next.val += #", "leaf.next = &node{val: a, list: t}", "root.grow(#)", "leaf.next.grow(1)", "root.list = t", "root = *leaf.next",
		"bump()", "a = add(#)", "b = twice(b)", "h()", "b = k(h)", "h = func() int { b++; return b + # }", "fs = append(fs, bump)", "fs = append(fs, func() { *p += # })",
		"fs = append(fs, func() { t[0] += # })", "for _, f := range fs { f() }", "b = k(func() int { a++; return a })",
		"if a > # { b = # }", "for i := range s { s[i] += # }", "for k, v := range m { b += v + len(k) }", "a, b = b, a",
		"sort.Ints(s)", "slices.Reverse(t)", "copy(s, t)", "func() { defer func() { a++ }(); b = a }()",
		"switch v := any(p).(type) { case *int: *v = # }", "where2 := func() *int { return q }; *where2() = #", "*where() = #",
		"ps := []*int{p, q, &a}; *ps[#%3] += #", "c := make(chan *int, 1); c <- p; *<-c = #", "arr := [2]*int{p, q}; *arr[1] = #", "x := &root; x.val++",
		"g := root.grow; g(#)", "var any1 any = s; any1.([]int)[1] = #",
	}
	shown := []string{
		"fmt.Println(a, b)", "fmt.Println(s, t)", "fmt.Println(m, n)", "fmt.Println(*p, *q)", "fmt.Println(root.val, root.list, leaf.next.val)",
		"add(#)", "twice(a)", "len(fs)", "s", "n", "fmt.Println(*where(), cap(t) > 3)",
	}
	for range 4 + rng.IntN(8) {
		var lines []string
		for range 1 + rng.IntN(2) {
			lines = append(lines, statements[rng.IntN(len(statements))])
		}
		lines = append(lines, shown[rng.IntN(len(shown))])
		cells = append(cells, pageCell("{\n"+strings.Join(lines[:len(lines)-1], "\n")+"\n}\n"+lines[len(lines)-1]))
		if rng.IntN(2) == 0 {
			cells[len(cells)-1] = pageCell(strings.Join(lines, "\n"))
		}
	}
	return slices.Clip(cells)
}
