package effects

import (
	"cmp"
	"maps"
	"slices"
)

// place is memory: the variables that may be in it, what its contents may refer to, and
// the functions that it may hold.
type place struct {
	members map[root]bool
	points  *place // nil where that is not known yet
	pointed bool   // something refers to it
	lits    []*body
	joined  *place // the one that it has become part of
}

// memory has the place of each root.
type memory map[root]*place

func (p *place) find() *place {
	for p.joined != nil {
		p = p.joined
	}
	return p
}

// of is the place of a root.
func (m memory) of(r root) *place {
	if m[r] == nil {
		m[r] = &place{members: map[root]bool{r: true}}
	}
	m[r] = m[r].find()
	return m[r]
}

// target is what the contents of a place refer to.
func (p *place) target() *place {
	if p.points == nil {
		p.points = &place{members: map[root]bool{}, pointed: true}
	}
	p.points = p.points.find()
	return p.points
}

// join makes two places one, and tells whether they were two.
func join(a, b *place) bool {
	a, b = a.find(), b.find()
	if a == b {
		return false
	}
	if len(a.members) < len(b.members) {
		a, b = b, a
	}
	b.joined = a
	maps.Copy(a.members, b.members)
	a.pointed = a.pointed || b.pointed
	for _, lit := range b.lits {
		a.hold(lit)
	}
	switch {
	case a.points == nil:
		a.points = b.points
	case b.points != nil:
		join(a.points, b.points)
	}
	return true
}

// hold adds a function to those of a place, and tells whether it is new.
func (p *place) hold(lit *body) bool {
	if slices.ContainsFunc(p.lits, func(l *body) bool { return l == lit || l.same(lit) }) {
		return false
	}
	p.lits = append(p.lits, lit)
	return true
}

// beyond are the places that can be reached from what one refers to.
func (p *place) beyond() []*place {
	var out []*place
	for p = p.find(); p.points != nil; {
		if p = p.target(); slices.Contains(out, p) {
			break
		}
		out = append(out, p)
	}
	return out
}

// shorten makes what is far from all roots one place. A function that walks a list calls
// itself for what the list refers to, and so on without end.
func (m memory) shorten() {
	for _, r := range sorted(m) {
		chain := m.of(r).beyond()
		for _, p := range chain[min(len(chain), mostDepth):] {
			join(chain[mostDepth-1], p)
		}
	}
}

// mix has two roots refer to anything that either can reach.
func (m memory) mix(a, b root) bool {
	to := m.of(a).target()
	changed := join(to, m.of(b).target())
	for _, p := range to.find().beyond() {
		changed = join(to, p) || changed
	}
	return changed
}

// shareAny has two roots refer to the same, where both are some.
func (m memory) shareAny(a, b root) {
	if !a.none() && !b.none() {
		join(m.of(a).target(), m.of(b).target())
	}
}

// release gives a root a place of its own, unless something refers to that which it has.
func (m memory) release(r root) {
	if p := m.of(r); !p.pointed && len(p.members) == 1 {
		delete(m, r)
	}
}

// clone copies all places.
func (m memory) clone() memory {
	out, done := make(memory, len(m)), map[*place]*place{}
	var copied func(p *place) *place
	copied = func(p *place) *place {
		if p == nil {
			return nil
		}
		p = p.find()
		if done[p] == nil {
			done[p] = &place{members: maps.Clone(p.members), pointed: p.pointed, lits: slices.Clone(p.lits)}
			done[p].points = copied(p.points)
		}
		return done[p]
	}
	for r, p := range m {
		out[r] = copied(p)
	}
	return out
}

// plain are the names of which there is nothing to say but that they are read: nothing
// else refers to what they refer to, and it is not changed and holds no function.
func (m memory) plain(rec *record) map[root]bool {
	used := map[*place]int{}
	for r, p := range m {
		p = m.of(r)
		used[p]++
		if p.points != nil {
			used[p.target()]++
		}
	}
	for _, r := range slices.Concat(slices.Collect(maps.Keys(rec.changes)), slices.Collect(maps.Keys(rec.changesAll)),
		slices.Collect(maps.Keys(rec.mayChange)), slices.Collect(maps.Keys(rec.mayChangeAll))) {
		used[m.of(r)]++
		used[m.of(r).target()]++
	}
	for _, o := range rec.pending {
		for _, r := range append([]root{o.root, o.result}, o.args...) {
			used[m.of(r)]++
		}
	}
	out := map[root]bool{}
	for r, p := range m {
		if p = p.find(); !r.isName() || used[p] > 1 || len(p.lits) > 0 {
			continue
		}
		// Each root in what it refers to is one use, and the reference another.
		q := p.points
		if q == nil || used[q.find()] == len(q.find().members)+1 && len(q.find().lits) == 0 && !q.find().hasName() && q.find().points == nil {
			out[r] = true
		}
	}
	return out
}

func (p *place) hasName() bool {
	for r := range p.members {
		if r.isName() {
			return true
		}
	}
	return false
}

// reached are the places that can be reached from some roots, with a root that stands
// for each: one of those, or else another one in it, or a new one.
func (m memory) reached(from []root, number func() root) ([]*place, map[*place]root) {
	var order []*place
	standing := map[*place]root{}
	for _, r := range from {
		if p := m.of(r); standing[p].none() {
			standing[p] = r
			order = append(order, p)
		}
	}
	for _, p := range slices.Clone(order) {
		for _, q := range p.beyond() {
			if !standing[q].none() {
				continue
			}
			if members := sorted(q.members); len(members) > 0 {
				standing[q] = members[0]
			} else {
				standing[q] = number()
				q.members[standing[q]] = true
				m[standing[q]] = q
			}
			order = append(order, q)
		}
	}
	return order, standing
}

// keep forgets what cannot be reached from some roots, and of the others all but one
// that stands for its place.
func (m memory) keep(from []root, number func() root) (stand func(root) root) {
	order, standing := m.reached(from, number)
	stand = func(r root) root {
		if m[r] == nil {
			return root{}
		}
		return standing[m.of(r)]
	}
	for _, p := range order {
		for i, lit := range p.lits {
			p.lits[i] = lit.mapped(func(r root) root {
				if r.isName() {
					return r
				}
				return stand(r)
			})
		}
		p.pointed = false
	}
	for _, p := range order {
		if p.points != nil {
			p.target().pointed = true
		}
	}
	return stand
}

// forget leaves only names, and the roots that stand for a place.
func (m memory) forget(stand func(root) root) {
	for r := range m {
		if !r.isName() && stand(r) != r {
			delete(m.of(r).members, r)
			delete(m, r)
		}
	}
}

// ops are the ops that make places what they are.
func ops(order []*place, standing map[*place]root, m memory, from []root) []op {
	var out []op
	for _, r := range from {
		if s := standing[m.of(r)]; s != r {
			out = append(out, op{kind: coincides, root: r, with: s})
		}
	}
	for _, p := range order {
		if p.points != nil && !standing[p.target()].none() {
			out = append(out, op{kind: refers, root: standing[p], with: standing[p.target()]})
		}
		for _, lit := range p.lits {
			out = append(out, op{kind: holdsLit, root: standing[p], lit: lit})
		}
	}
	return out
}

// sorted are the roots of a set in order: names first.
func sorted[V any](of map[root]V) []root {
	return slices.SortedFunc(maps.Keys(of), func(a, b root) int {
		if a.isName() != b.isName() {
			if a.isName() {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.number, b.number))
	})
}
