package effects

import (
	"maps"
	"slices"
)

// group is roots that may refer to the same memory, and the functions that these may
// hold.
type group struct {
	members map[root]bool
	lits    []*body
}

// groups are all groups; a root that is in none shares nothing.
type groups map[root]*group

// of is the group of a root, which begins one where there is none.
func (g groups) of(r root) *group {
	if g[r] == nil {
		g[r] = &group{members: map[root]bool{r: true}}
	}
	return g[r]
}

// join has two roots share, and tells whether they did not before.
func (g groups) join(a, b root) bool {
	into, from := g.of(a), g.of(b)
	if into == from {
		return false
	}
	if len(into.members) < len(from.members) {
		into, from = from, into
	}
	for r := range from.members {
		into.members[r] = true
		g[r] = into
	}
	for _, lit := range from.lits {
		into.hold(lit)
	}
	return true
}

// hold adds a function to those of a group, and tells whether it is new.
func (g *group) hold(lit *body) bool {
	if slices.ContainsFunc(g.lits, func(l *body) bool { return l == lit || l.same(lit) }) {
		return false
	}
	g.lits = append(g.lits, lit)
	return true
}

// leave takes a root out of its group.
func (g groups) leave(r root) {
	if from := g[r]; from != nil {
		delete(from.members, r)
		delete(g, r)
	}
}

// clone copies all groups.
func (g groups) clone() groups {
	out, done := make(groups, len(g)), map[*group]*group{}
	for r, from := range g {
		if done[from] == nil {
			done[from] = &group{maps.Clone(from.members), slices.Clone(from.lits)}
		}
		out[r] = done[from]
	}
	return out
}

// keep forgets all roots but those that are wanted: in the functions that stay, one of
// these stands for each of the others.
func (g groups) keep(wanted func(root) bool) {
	speaker := map[*group]root{}
	for r, in := range g {
		if wanted(r) && (speaker[in].none() || before(r, speaker[in])) {
			speaker[in] = r
		}
	}
	stand := func(r root) root {
		if in := g[r]; in != nil && !wanted(r) {
			return speaker[in]
		}
		return r
	}
	for in := range speaker {
		for i, lit := range in.lits {
			in.lits[i] = lit.mapped(stand)
		}
	}
	for r, in := range g {
		if !wanted(r) {
			delete(in.members, r)
			delete(g, r)
		}
	}
}

// before orders roots.
func before(a, b root) bool { return a.name < b.name || a.name == b.name && a.number < b.number }
