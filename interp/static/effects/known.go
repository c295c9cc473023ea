package effects

import (
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
	groups    groups
	addressed map[string]bool      // variables that something refers to
	since     map[[2]string]string // by two names that share, the cell that had them
}

// New is what is known of a session that has declared nothing.
func New() *Known {
	return &Known{
		solver: solver{new(int), map[string]*body{}, map[string]*body{}},
		groups: groups{}, addressed: map[string]bool{}, since: map[[2]string]string{},
	}
}

// Of finds what a cell without faults does, and what is known after it.
func Of(known *Known, k *check.Checked) (cell.Effects, *Known) {
	next := *known
	next.numbers = new(int)
	*next.numbers = *known.numbers
	next.groups, next.addressed, next.since = known.groups.clone(), maps.Clone(known.addressed), maps.Clone(known.since)
	l := &lowerer{Checked: k, solver: &next.solver}
	if funcs := l.functions(); len(funcs) > 0 {
		next.funcs, next.solved = maps.Clone(known.funcs), map[string]*body{}
		maps.Copy(next.funcs, funcs)
	}
	next.settle()
	c := &cellEffects{Known: &next, Checked: k, reads: names{}, writes: names{}, sets: names{}, may: names{}}
	c.declare()
	for _, b := range l.statements() {
		c.statement(b)
	}
	return c.effects(l.uses()), &next
}

// names are names as a set.
type names map[string]bool

func (n names) sorted() []string { return slices.Sorted(maps.Keys(n)) }

// cellEffects are those of one cell on their way.
type cellEffects struct {
	*Known
	*check.Checked
	reads, writes, sets, may names
	notes                    []note
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
	rec := c.run(b, c.groups)
	for _, r := range sorted(rec.addressed) {
		if r.isName() {
			c.addressed[r.name] = true
		}
	}
	c.changesOf(rec)
	c.readsOf(rec)
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
	c.groups.keep(root.isName)
	c.date()
}

// release takes out of their groups the variables that the statement sets as a whole
// and does not read, so that nothing of what they referred to is left in them.
func (c *cellEffects) release(b *body) {
	shared := func(o op) bool { return o.kind == sets && c.groups[o.root] != nil && !c.addressed[o.root.name] }
	if !slices.ContainsFunc(b.ops, shared) {
		return
	}
	rec := c.run(b, c.groups.clone())
	for r := range rec.sets {
		if !rec.reads[r] && !rec.addressed[r] && !c.addressed[r.name] {
			c.groups.leave(r)
		}
	}
}

// changesOf notes the changes of what variables refer to.
func (c *cellEffects) changesOf(rec *record) {
	for _, o := range rec.pending {
		if o.name == handedOver {
			continue
		}
		if in := c.groups[o.root]; in == nil || len(in.lits) == 0 {
			if _, told := rec.may[o.root]; !told {
				rec.may[o.root] = "the function value that is called"
			}
		}
	}
	for _, r := range sorted(rec.changes) {
		members := c.members(r)
		if r.isName() {
			c.write(r.name)
		} else if len(members) == 1 {
			c.write(members[0].name)
			continue
		}
		for _, m := range members {
			if m != r && !rec.changes[m] && !rec.writes[m] {
				c.may[m.name] = true
				c.tellShared(m, r)
			}
		}
	}
	c.mayChanges(rec)
}

// mayChanges notes what may be changed: what is handed over first, by which the others
// are.
func (c *cellEffects) mayChanges(rec *record) {
	may := func(m, through root) {
		switch {
		case !m.isName() || rec.changes[m] || rec.writes[m]:
			return
		case m != through:
			c.tellShared(m, through)
		case rec.may[m] != "":
			c.tell(m.name, m.name+" may be changed by "+rec.may[m])
		}
		c.may[m.name] = true
	}
	for _, r := range sorted(rec.may) {
		may(r, r)
	}
	for _, r := range sorted(rec.may) {
		for _, m := range c.members(r) {
			if m != r {
				may(m, r)
			}
		}
	}
}

// members are the names that share with a root.
func (c *cellEffects) members(r root) []root {
	in := c.groups[r]
	if in == nil {
		return nil
	}
	return slices.DeleteFunc(sorted(in.members), func(m root) bool { return !m.isName() })
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

// readsOf notes what the statement reads, and what it can read through that.
func (c *cellEffects) readsOf(rec *record) {
	for _, r := range sorted(rec.reads) {
		if !r.isName() {
			continue
		}
		c.read(r.name)
		if !c.refers(r.name) {
			continue
		}
		for _, m := range c.members(r) {
			if c.addressed[m.name] {
				c.read(m.name)
			}
		}
	}
}

// refers tells whether a variable of the session can refer to another.
func (c *cellEffects) refers(name string) bool {
	d := c.After.Names[name]
	return d == nil || d.Objects[name] == nil || holds(d.Objects[name].Type())
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

// date notes which names share since this cell, and forgets those that do no more.
func (c *cellEffects) date() {
	for p := range c.since {
		if in := c.groups[root{name: p[0]}]; in == nil || !in.members[root{name: p[1]}] {
			delete(c.since, p)
		}
	}
	for r, in := range c.groups {
		for m := range in.members {
			if p := pair(r.name, m.name); m != r && c.since[p] == "" {
				c.since[p] = c.Cell.Label
			}
		}
	}
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
	e := cell.Effects{Reads: c.reads.sorted(), Uses: uses.sorted(), Writes: c.writes.sorted(), Sets: c.sets.sorted(), MayWrite: c.may.sorted()}
	for _, n := range c.notes {
		if n.name == "" || c.may[n.name] {
			e.Notes = append(e.Notes, n.text)
		}
	}
	return e
}
