package stale

import (
	"fmt"
	"slices"
	"strings"

	"krigo/cell"
)

// Cell is a cell of a page.
type Cell struct {
	// Name is its name in messages, such as "cell 4".
	Name   string
	Source string
	// Run is its newest run in the session, or nil.
	Run *Run
	// Next are the effects of its source as it stands, where that has not run and they
	// are known.
	Next *cell.Effects
}

// effects returns the known effects of the present source.
func (c *Cell) effects() cell.Effects {
	switch {
	case c.isEmpty():
		return cell.Effects{}
	case c.Run != nil && (c.Run.Source == c.Source || c.Next == nil):
		return c.Run.Effects
	case c.Next != nil:
		return *c.Next
	}
	return cell.Effects{}
}

// isEmpty reports whether there is nothing to run.
func (c *Cell) isEmpty() bool { return strings.TrimSpace(c.Source) == "" }

// Mark is a cell that is stale, by its place on the page from 0, and why: in words that
// follow its name.
type Mark struct {
	Cell int
	Why  []string
}

// Page is the state of the cells of a page at one time.
type Page struct {
	cells   []Cell
	history *History
	effects []cell.Effects
	order   []int // in which a fresh session would run the cells
	place   []int // of each cell in the order
	circles []string
	why     [][]string       // of stale cells
	writers map[string][]int // of each name, in the order
}

// Look finds what is stale. The cells are in the order of the page.
func Look(cells []Cell, h *History) *Page {
	p := &Page{cells: cells, history: h, why: make([][]string, len(cells)), writers: map[string][]int{}}
	for i := range cells {
		p.effects = append(p.effects, cells[i].effects())
	}
	p.sort()
	for _, i := range p.order {
		for _, name := range written(p.effects[i]) {
			p.writers[name] = append(p.writers[name], i)
		}
	}
	for _, i := range p.order {
		if !cells[i].isEmpty() {
			p.why[i] = p.reasons(i)
		}
	}
	return p
}

// Stale lists the stale cells in the order of the page.
func (p *Page) Stale() []Mark {
	var out []Mark
	for i, why := range p.why {
		if len(why) > 0 {
			out = append(out, Mark{i, why})
		}
	}
	return out
}

// source returns the cell from which a fresh session would have a name when it comes to a
// cell; -1 where no cell before it writes the name.
func (p *Page) source(i int, name string) int {
	for _, j := range slices.Backward(p.writers[name]) {
		if p.place[j] < p.place[i] {
			return j
		}
	}
	return -1
}

// reasons returns why a cell is stale, given the state of those before it.
func (p *Page) reasons(i int) []string {
	c := &p.cells[i]
	switch {
	case c.Run == nil:
		return []string{"has not run"}
	case c.Run.Source != c.Source:
		return []string{"has changed since it ran"}
	case c.Run.Failed:
		return []string{"failed when it ran"}
	}
	var why []string
	for _, name := range needed(c.Run.Effects) {
		if reason := p.reason(i, name); reason != "" {
			why = append(why, reason)
		}
	}
	for _, name := range c.Run.Effects.Uses {
		if c.Run.from[name] != 0 && len(p.writers[name]) == 0 {
			why = append(why, "mentions "+name+", which no cell declares any longer")
		}
	}
	return why
}

// reason returns why a name makes a cell stale, or "".
func (p *Page) reason(i int, name string) string {
	from, source := p.cells[i].Run.from[name], p.source(i, name)
	if source < 0 {
		return p.withoutSource(i, name, from)
	}
	s := p.cells[source]
	switch {
	case len(p.why[source]) > 0 && s.Run == nil:
		return fmt.Sprintf("reads %s, which %s sets but has not run", name, s.Name)
	case s.Run != nil && from < s.Run.Number:
		return fmt.Sprintf("reads %s, which %s", name, p.change(source, name))
	case len(p.why[source]) > 0:
		return fmt.Sprintf("reads %s of %s, which is out of date", name, s.Name)
	case from > s.Run.Number:
		return p.asLeft(i, name, from)
	}
	return ""
}

// withoutSource returns the reason about a name that no cell before this one writes.
func (p *Page) withoutSource(i int, name string, from int) string {
	switch {
	case from == 0 || !slices.Contains(p.cells[i].Run.Effects.Reads, name):
		return "" // what does not exist yet is reached through nothing
	case len(p.writers[name]) > 0:
		return p.asLeft(i, name, from)
	}
	return "reads " + name + ", which no cell declares any longer"
}

// asLeft returns the reason that a cell found a name as the wrong run left it.
func (p *Page) asLeft(i int, name string, from int) string {
	if slices.Contains(written(p.cells[i].Run.Effects), name) && p.ranBy(from) < 0 {
		verb := "changes"
		if !slices.Contains(p.cells[i].Run.Effects.Writes, name) {
			verb = "may change"
		}
		return fmt.Sprintf("%s %s, and found it as an earlier run left it", verb, name)
	}
	if j := p.ranBy(from); j >= 0 {
		return fmt.Sprintf("found %s as %s left it", name, p.cells[j].Name)
	}
	return fmt.Sprintf("found %s as a cell left it that has changed since", name)
}

// ranBy returns the cell whose newest run has a number, or -1.
func (p *Page) ranBy(number int) int {
	return slices.IndexFunc(p.cells, func(c Cell) bool { return c.Run != nil && c.Run.Number == number })
}

// change says that a cell has written a name since, or perhaps, and then by what.
func (p *Page) change(i int, name string) string {
	e := p.effects[i]
	if slices.Contains(e.Writes, name) {
		return p.cells[i].Name + " has changed since"
	}
	text := p.cells[i].Name + " may have changed since"
	if n := slices.IndexFunc(e.Notes, func(note string) bool { return strings.HasPrefix(note, name+" may be changed") }); n >= 0 {
		text += " (" + e.Notes[n] + ")"
	}
	return text
}

// OutOfOrder describes the cells that ran in another order than on the page.
func (p *Page) OutOfOrder() []string {
	var out []string
	latest := -1
	for i, c := range p.cells {
		switch {
		case c.Run == nil:
		case latest >= 0 && c.Run.Number < p.cells[latest].Run.Number:
			out = append(out, fmt.Sprintf("%s ran before %s, which stands above it", c.Name, p.cells[latest].Name))
		default:
			latest = i
		}
	}
	return out
}
