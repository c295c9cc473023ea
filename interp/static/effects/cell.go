package effects

import (
	"maps"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/static/check"
)

// cellEffects collects the effects of one cell.
type cellEffects struct {
	*solver
	known                                  *Known
	reads, mayRead, writes, sets, mayWrite names
	notes                                  []note
}

// note is a note, with the name that may be written, if it is about one.
type note struct{ name, text string }

// declare notes what the cell declares: a method changes its type.
func (c *cellEffects) declare() {
	for _, it := range slices.Concat(c.Imports, c.Own) {
		for _, name := range it.Names {
			switch {
			case it.Recv != "":
				c.set(it.Recv + "." + name)
				if !slices.ContainsFunc(c.Own, func(t *check.Item) bool { return t.Recv == "" && slices.Contains(t.Names, it.Recv) }) {
					c.writes[it.Recv] = true
				}
			case name != "init" && name != "_":
				c.set(strings.TrimPrefix(name, check.DotPrefix))
			}
		}
	}
	if c.IsProgram() {
		for _, h := range c.Hoists {
			c.set(h.Ident.Name)
		}
	}
}

func (c *cellEffects) read(name string) {
	if !c.sets[name] {
		c.reads[name] = true
	}
}

func (c *cellEffects) write(name string) {
	c.read(name)
	c.writes[name] = true
}

func (c *cellEffects) set(name string) { c.writes[name], c.sets[name] = true, true }

// flush notes the effects of the solved part of the cell.
func (c *cellEffects) flush() {
	rec := c.record
	c.solver.record = newRecord()
	for name := range rec.reads {
		c.read(name)
		for _, p := range c.reach(name)[1:] {
			for _, other := range p.names {
				if !c.sets[other] {
					c.mayRead[other] = true
				}
			}
		}
	}
	c.noteChanges(rec)
	for name := range rec.writes {
		c.write(name)
	}
	if rec.starts {
		c.note("", goroutines(rec.late.sorted()))
	}
}

// goroutines notes the effects that may follow after the cell's end.
func goroutines(change []string) string {
	if len(change) == 0 {
		return "goroutines of the cell may run on after it has ended"
	}
	return "goroutines of the cell may change " + strings.Join(change, ", ") + " after it has ended"
}

// noteChanges notes the changes of memory: of names that the part mentions, and perhaps of the
// others that reach the memory.
func (c *cellEffects) noteChanges(rec *record) {
	changed := rec.allChanges()
	if len(changed) == 0 {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(c.memory)) {
		by, ok := seen(c.reach(name), changed)
		switch {
		case !ok:
			continue
		case !rec.reads[name]:
			c.note(name, " may be changed through "+c.through(name, rec, changed))
		case by == "":
			c.write(name)
			continue
		default:
			c.note(name, " may be changed by "+by)
		}
		c.mayWrite[name] = true
	}
}

// reach returns the places of a name, its own first.
func (c *cellEffects) reach(name string) []*place {
	if c.memory[name] == nil {
		return []*place{nil}
	}
	return c.memory.of(name).reach()
}

// seen reports whether one of some places is changed, and by what. It prefers a sure change.
func seen(places []*place, changed map[*place]string) (by string, ok bool) {
	for _, p := range places {
		if other, is := changed[p]; is {
			if !ok || other == "" {
				by = other
			}
			ok = true
		}
	}
	return by, ok
}

// through describes how the part changes the memory that a name reaches.
func (c *cellEffects) through(name string, rec *record, changed map[*place]string) string {
	own := maps.Clone(changed)
	maps.DeleteFunc(own, func(p *place, _ string) bool { return !slices.Contains(c.reach(name), p) })
	for _, other := range rec.reads.sorted() {
		if _, ok := seen(c.reach(other), own); !ok || other == name {
			continue
		}
		text := other + ", which shares memory with it"
		if label := c.known.since[pair(name, other)]; label != "" {
			text += " since " + label
		}
		return text
	}
	return "a value that shares memory with it"
}

// note adds a note, at most one for each name.
func (c *cellEffects) note(name, text string) {
	n := note{name, name + text}
	if !slices.ContainsFunc(c.notes, func(m note) bool { return m == n || name != "" && m.name == name }) {
		c.notes = append(c.notes, n)
	}
}

// date notes the names that share memory since this cell, and forgets those that no
// longer do.
func (c *cellEffects) date() {
	seen := map[*place][]string{}
	for name := range c.memory {
		for _, p := range c.reach(name) {
			seen[p] = append(seen[p], name)
		}
	}
	since := map[[2]string]string{}
	for _, names := range seen {
		for i, a := range names {
			for _, b := range names[:i] {
				p := pair(a, b)
				if since[p] = c.known.since[p]; since[p] == "" {
					since[p] = c.Cell.Label
				}
			}
		}
	}
	c.known.since = since
}

// pair returns two names in order.
func pair(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// effects returns the effects of the cell, whose declarations use the given names.
func (c *cellEffects) effects(uses names) cell.Effects {
	e := cell.Effects{
		Reads: c.reads.sorted(), MayRead: c.mayRead.without(c.reads), Uses: uses.without(c.sets),
		Writes: c.writes.sorted(), Sets: c.sets.sorted(), MayWrite: c.mayWrite.without(c.writes),
	}
	for _, n := range c.notes {
		if n.name == "" || !c.writes[n.name] {
			e.Notes = append(e.Notes, n.text)
		}
	}
	return e
}
