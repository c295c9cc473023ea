package stale

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// sort finds the order in which a fresh session would run the cells: that of the page,
// but after the cells below that alone declare what a cell needs.
func (p *Page) sort() {
	p.place = make([]int, len(p.cells))
	after := make([][]int, len(p.cells))
	writers := map[string][]int{} // of each name, in the order of the page
	for i := range p.cells {
		for _, name := range written(p.effects[i]) {
			writers[name] = append(writers[name], i)
		}
	}
	for i := range p.cells {
		after[i] = p.declaredBelow(i, writers)
	}
	placed := make([]bool, len(p.cells))
	for len(p.order) < len(p.cells) {
		next := slices.IndexFunc(placed, func(done bool) bool { return !done })
		if free := p.free(placed, after); free != next {
			path := circle(next, placed, after)
			switch {
			case slices.Contains(path, next) || free < 0:
				p.circles = append(p.circles, p.circleText(path))
				next = path[0]
			default:
				next = free
			}
		}
		p.place[next], placed[next] = len(p.order), true
		p.order = append(p.order, next)
	}
}

// free returns the first cell on the page that waits for no other, or -1.
func (p *Page) free(placed []bool, after [][]int) int {
	for i := range p.cells {
		if !placed[i] && !slices.ContainsFunc(after[i], func(j int) bool { return !placed[j] }) {
			return i
		}
	}
	return -1
}

// declaredBelow returns the cells that cell i has to follow: for each name that it reads or
// mentions the last writer above, or else the first cell below that declares it.
func (p *Page) declaredBelow(i int, writers map[string][]int) []int {
	var out []int
	for _, name := range union(p.effects[i].Reads, p.effects[i].Uses) {
		above, below := -1, -1
		for _, j := range writers[name] {
			switch {
			case j == i:
			case j < i:
				above = j
			case below < 0 && slices.Contains(p.effects[j].Sets, name):
				below = j
			}
		}
		if above >= 0 {
			out = append(out, above)
		} else if below >= 0 {
			out = append(out, below)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// circle is cells that wait for each other, found from one that waits; none where that
// waits for one that does not.
func circle(from int, placed []bool, after [][]int) []int {
	path := []int{from}
	for {
		last := path[len(path)-1]
		k := slices.IndexFunc(after[last], func(j int) bool { return !placed[j] })
		if k < 0 {
			return nil
		}
		next := after[last][k]
		if at := slices.Index(path, next); at >= 0 {
			return slices.Sorted(slices.Values(path[at:]))
		}
		path = append(path, next)
	}
}

func (p *Page) circleText(path []int) string {
	var cells []string
	for _, i := range path {
		cells = append(cells, p.cells[i].Name)
	}
	return strings.Join(cells, " and ") + " each read what the others write: no order is right, so they run in page order"
}

// Circles returns messages about cells that read what the others of them write, so that there is no
// order in which all find what they need.
func (p *Page) Circles() []string { return p.circles }

// Step is a cell to run, by its place on the page from 0, and why: in words that follow
// its name.
type Step struct {
	Cell int
	Why  string
}

// Order lists the cells to run so that none is stale, in order. What a cell does may
// change when the cells before it have run: look again after each step.
func (p *Page) Order() []Step {
	return p.steps(func(int) bool { return true })
}

// After lists the cells to run that read what a run or one after it has changed, and what these
// need: reactive running runs them. held reports whether the cell at a place on the page, from 0,
// is held: it does not run, nor does a cell that reads what it would set again.
func (p *Page) After(run *Run, held func(cell int) bool) []Step {
	waits := p.waiting(held)
	steps := p.steps(func(i int) bool { return !waits[i] && p.readsAnew(i, run.Number) })
	return slices.DeleteFunc(steps, func(s Step) bool { return waits[s.Cell] })
}

// readsAnew reports whether a cell reads what another has changed since, in a run or one
// after it.
func (p *Page) readsAnew(i, run int) bool {
	c := p.cells[i]
	return c.Run != nil && slices.ContainsFunc(needed(c.Run.Effects), func(name string) bool {
		source := p.source(i, name)
		return source >= 0 && p.cells[source].Run != nil && p.cells[source].Run.Number >= max(run, c.Run.from[name]+1)
	})
}

// waiting returns the stale cells that are held, and those that read what these set.
func (p *Page) waiting(held func(int) bool) []bool {
	waits := make([]bool, len(p.cells))
	for _, i := range p.order {
		waits[i] = len(p.why[i]) > 0 && held(i)
		for _, name := range needed(p.effects[i]) {
			source := p.source(i, name)
			waits[i] = waits[i] || source >= 0 && waits[source]
		}
	}
	return waits
}

// steps returns the stale cells that are wanted with all that have to run for them and after
// them.
func (p *Page) steps(wanted func(int) bool) []Step {
	todo := map[int]string{}
	for i, why := range p.why {
		if len(why) > 0 && wanted(i) {
			todo[i] = why[0]
		}
	}
	for before := -1; before != len(todo); {
		before = len(todo)
		p.extend(todo)
	}
	var out []Step
	for _, i := range p.order {
		if why, ok := todo[i]; ok {
			out = append(out, Step{i, why})
		}
	}
	return out
}

// extend adds the cells by which those to run find what they need, and those that read
// what they write.
func (p *Page) extend(todo map[int]string) {
	now := maps.Clone(p.history.written) // the run that has written a name; below 0 the cell of a step
	if now == nil {
		now = map[string]int{}
	}
	for _, i := range p.order {
		for _, name := range needed(p.effects[i]) {
			source := p.source(i, name)
			if source < 0 {
				continue
			}
			_, runs := todo[i]
			_, again := todo[source]
			switch {
			case runs && !again && (len(p.why[source]) > 0 || now[name] != p.cells[source].Run.Number):
				todo[source] = fmt.Sprintf("sets %s for %s", name, p.cells[i].Name)
			case again && !runs && !p.cells[i].isEmpty():
				todo[i] = fmt.Sprintf("reads %s of %s, which runs again", name, p.cells[source].Name)
			}
		}
		if _, runs := todo[i]; runs {
			for _, name := range written(p.effects[i]) {
				now[name] = -1 - i
			}
		}
	}
}
