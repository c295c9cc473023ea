package effects

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"krigo/cell"
	"krigo/interp/static/check"
)

// Known is what is known of a session: what its functions do, and which of its
// variables share memory. It is never changed; a cell makes another.
type Known struct {
	solver
	memory memory
	since  map[[2]string]string // by two names that share memory, the cell that had them
}

// New is what is known of a session that has declared nothing.
func New() *Known {
	return &Known{
		solver: solver{new(int), map[string]*body{}, map[string]*body{}},
		memory: memory{}, since: map[[2]string]string{},
	}
}

// Failed begins the note that is all there is where the effects of a cell cannot be found.
const Failed = "what the cell reads and writes could not be found: "

// Of finds what a cell without faults does, and what is known after it.
func Of(known *Known, k *check.Checked) (does cell.Effects, after *Known) {
	defer func() {
		if r := recover(); r != nil {
			does, after = cell.Effects{Notes: []string{Failed + fmt.Sprint(r)}}, known
		}
	}()
	next := *known
	next.numbers = new(int)
	*next.numbers = *known.numbers
	next.memory, next.since = known.memory.clone(), maps.Clone(known.since)
	l := &lowerer{Checked: k, solver: &next.solver}
	if funcs := l.functions(); len(funcs) > 0 {
		next.funcs = maps.Clone(known.funcs)
		maps.Copy(next.funcs, funcs)
		next.solved = next.solvedWithout(funcs)
	}
	next.settle()
	c := &cellEffects{Known: &next, Checked: k, reads: names{}, mayRead: names{}, writes: names{}, sets: names{}, may: names{}}
	c.declare()
	for _, b := range l.statements() {
		c.statement(b)
	}
	c.date()
	return c.effects(l.uses()), &next
}

// names are names as a set.
type names map[string]bool

func (n names) sorted() []string { return slices.Sorted(maps.Keys(n)) }

// cellEffects are those of one cell on their way.
type cellEffects struct {
	*Known
	*check.Checked
	reads, mayRead, writes, sets, may names
	notes                             []note
}

// note is a note, of a name where it is about one that may be written.
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

// statement notes what one statement of the cell does.
func (c *cellEffects) statement(b *body) {
	c.release(b)
	rec := c.run(b, c.memory)
	c.readsOf(rec)
	c.changesOf(rec)
	for _, r := range sorted(rec.writes) {
		switch {
		case !r.isName():
		case rec.sets[r]:
			c.set(r.name)
		default:
			c.write(r.name)
		}
	}
	c.goroutines(rec)
	if rec.intricate {
		c.tell("", "the functions of its values make others without end: what they change is not all known")
	}
	c.memory.forget(c.memory.keep(c.variables(), c.number))
}

// variables are the names that have memory.
func (c *cellEffects) variables() []root {
	var out []root
	for _, r := range sorted(c.memory) {
		if r.isName() {
			out = append(out, r)
		}
	}
	return out
}

// release gives the variables that the statement sets as a whole and does not read
// memory of their own, so that nothing of what they referred to is left in them.
func (c *cellEffects) release(b *body) {
	if !slices.ContainsFunc(b.ops, func(o op) bool { return o.kind == sets && c.memory[o.root] != nil }) {
		return
	}
	rec := c.run(b, c.memory.clone())
	for r := range rec.sets {
		if !rec.reads[r] {
			c.memory.release(r)
		}
	}
}

// readsOf notes what the statement reads, and the variables that it can reach by that.
func (c *cellEffects) readsOf(rec *record) {
	for _, r := range sorted(rec.reads) {
		if !r.isName() {
			continue
		}
		c.read(r.name)
		if c.memory[r] == nil {
			continue
		}
		for _, p := range c.memory.of(r).beyond() {
			for m := range p.members {
				if m.isName() && !c.sets[m.name] {
					c.mayRead[m.name] = true
				}
			}
		}
	}
}

// changesOf notes the changes of memory: of names that the statement mentions, and
// perhaps of the others by which it is seen.
func (c *cellEffects) changesOf(rec *record) {
	sure, perhaps := c.changed(rec)
	if len(sure)+len(perhaps) == 0 {
		return
	}
	for _, r := range c.variables() {
		by, changed := c.seen(r, perhaps)
		_, surely := c.seen(r, sure)
		switch {
		case surely && rec.reads[r]:
			c.write(r.name)
		case surely:
			c.may[r.name] = true
			c.tellShared(r, c.through(r, rec, sure))
		case changed:
			c.may[r.name] = true
			if rec.reads[r] && by != "" {
				c.tell(r.name, r.name+" may be changed by "+by)
			} else {
				c.tellShared(r, c.through(r, rec, perhaps))
			}
		}
	}
}

// changed are the places that a statement changes, and those that it may change, by what.
func (c *cellEffects) changed(rec *record) (sure, perhaps map[*place]string) {
	sure, perhaps = map[*place]string{}, map[*place]string{}
	for _, r := range sorted(rec.changes) {
		sure[c.memory.of(r)] = ""
	}
	for _, r := range sorted(rec.changesAll) {
		for _, p := range c.memory.of(r).beyond() {
			sure[p] = ""
		}
	}
	for _, r := range sorted(rec.mayChange) {
		perhaps[c.memory.of(r)] = rec.mayChange[r]
	}
	for _, r := range sorted(rec.mayChangeAll) {
		for _, p := range c.memory.of(r).beyond() {
			perhaps[p] = rec.mayChangeAll[r]
		}
	}
	for _, o := range rec.pending {
		if to := c.memory.of(o.root).target(); o.name != handedOver && len(to.lits) == 0 {
			perhaps[to] = "the function value that is called"
		}
	}
	return sure, perhaps
}

// seen tells whether a name is in one of some places, or reaches it, and what is said of
// the place.
func (c *cellEffects) seen(r root, in map[*place]string) (by string, ok bool) {
	p := c.memory.of(r)
	for _, q := range append([]*place{p}, p.beyond()...) {
		if by, ok = in[q]; ok {
			return by, true
		}
	}
	return "", false
}

// through is a name by which the statement changes what another sees, or none.
func (c *cellEffects) through(r root, rec *record, in map[*place]string) root {
	for _, m := range c.variables() {
		if m != r && rec.reads[m] {
			if _, ok := c.seen(m, in); ok {
				return m
			}
		}
	}
	return root{}
}

// tellShared tells that a name may be changed through another.
func (c *cellEffects) tellShared(name, through root) {
	text := " may be changed through a value that shares memory with it"
	if through.isName() {
		text = " may be changed through " + through.name + ", which shares memory with it"
		if label := c.since[pair(name.name, through.name)]; label != "" {
			text += " since " + label
		}
	}
	c.tell(name.name, name.name+text)
}

// tell adds a note. Of a name one is enough.
func (c *cellEffects) tell(name, text string) {
	n := note{name, text}
	if !slices.ContainsFunc(c.notes, func(m note) bool { return m == n || name != "" && m.name == name }) {
		c.notes = append(c.notes, n)
	}
}

// goroutines tells of what may come when the cell has ended.
func (c *cellEffects) goroutines(rec *record) {
	if !rec.starts {
		return
	}
	var changed []string
	for _, r := range sorted(rec.late) {
		if r.isName() {
			changed = append(changed, r.name)
		}
	}
	if len(changed) > 0 {
		c.tell("", "goroutines of the cell may change "+strings.Join(changed, ", ")+" after it has ended")
	} else {
		c.tell("", "goroutines of the cell may run on after it has ended")
	}
}

// date notes which names share memory since this cell, and forgets those that do no more.
func (c *cellEffects) date() {
	seen := map[*place][]string{}
	for _, r := range c.variables() {
		p := c.memory.of(r)
		for _, q := range append([]*place{p}, p.beyond()...) {
			seen[q] = append(seen[q], r.name)
		}
	}
	since := map[[2]string]string{}
	for _, names := range seen {
		for i, a := range names {
			for _, b := range names[:i] {
				p := pair(a, b)
				if since[p] = c.since[p]; since[p] == "" {
					since[p] = c.Cell.Label
				}
			}
		}
	}
	c.Known.since = since
}

// pair is two names in order.
func pair(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

// effects are the cell's, whose declarations use some names.
func (c *cellEffects) effects(uses names) cell.Effects {
	for name := range c.writes {
		delete(c.may, name)
	}
	for name := range c.sets {
		delete(uses, name)
	}
	for name := range c.reads {
		delete(c.mayRead, name)
	}
	e := cell.Effects{Reads: c.reads.sorted(), MayRead: c.mayRead.sorted(), Uses: uses.sorted(), Writes: c.writes.sorted(), Sets: c.sets.sorted(), MayWrite: c.may.sorted()}
	for _, n := range c.notes {
		if n.name == "" || c.may[n.name] {
			e.Notes = append(e.Notes, n.text)
		}
	}
	return e
}
