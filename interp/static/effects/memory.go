package effects

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// place is memory: the session's variables that may be in it, what its contents may refer
// to, and the functions that it may hold. The contents of a value's place are the value's
// target. Places that may be the same are joined.
type place struct {
	names   []string
	points  *place // nil if that is not known yet
	pointed bool   // something refers to it
	funcs   []function
	joined  *place // the place that it was joined to
}

// function is a function value: a literal, or a declared function by its name or its key,
// with what it has captured or its receiver.
type function struct {
	literal  *ssa.Function
	key      string
	captured []*place
}

func (p *place) find() *place {
	for p.joined != nil {
		p = p.joined
	}
	return p
}

// target returns the place that the contents of p refer to.
func (p *place) target() *place {
	if p == nil {
		return nil
	}
	if p = p.find(); p.points == nil {
		p.points = &place{}
	}
	p.points = p.points.find()
	return p.points
}

// beyond returns the places reachable from p's target.
func (p *place) beyond() []*place {
	var out []*place
	for p = p.find(); p.points != nil && !slices.Contains(out, p.target()); p = p.target() {
		out = append(out, p.target())
	}
	return out
}

// reach returns a place and those beyond it.
func (p *place) reach() []*place { return append([]*place{p.find()}, p.beyond()...) }

// memory has the places of the session's variables.
type memory map[string]*place

// of returns the place of a variable.
func (m memory) of(name string) *place {
	if m[name] == nil {
		m[name] = &place{names: []string{name}}
	}
	return m[name].find()
}

// release gives a variable that gets another value a new place, unless something refers
// to its old one.
func (m memory) release(name string) {
	if p := m.of(name); !p.pointed && len(p.names) == 1 {
		delete(m, name)
	}
}

// clone copies all places that variables reach.
func (m memory) clone() memory {
	done := map[*place]*place{}
	var copied func(p *place) *place
	copied = func(p *place) *place {
		if p == nil {
			return nil
		}
		p = p.find()
		if done[p] == nil {
			c := &place{names: slices.Clone(p.names)}
			done[p] = c
			if c.points = copied(p.points); c.points != nil {
				c.points.pointed = true
			}
			for _, f := range p.funcs {
				f.captured = slices.Clone(f.captured)
				for i, q := range f.captured {
					f.captured[i] = copied(q)
				}
				c.funcs = append(c.funcs, f)
			}
		}
		return done[p]
	}
	out := memory{}
	for name, p := range m {
		out[name] = copied(p)
	}
	return out
}

// join makes two places one.
func (s *solver) join(a, b *place) {
	if a, b = a.find(), b.find(); a == b {
		return
	}
	s.changed = true
	b.joined = a
	a.names = append(a.names, b.names...)
	a.pointed = a.pointed || b.pointed
	for _, f := range b.funcs {
		s.hold(a, f)
	}
	switch a = a.find(); {
	case a.points == nil:
		a.points = b.points
	case b.points != nil:
		s.join(a.points, b.points)
	}
}

// hold puts a function into a place, which has one of each.
func (s *solver) hold(p *place, f function) {
	p = p.find()
	for _, g := range p.funcs {
		if g.literal == f.literal && g.key == f.key {
			for i := range min(len(f.captured), len(g.captured)) {
				s.share(f.captured[i], g.captured[i])
			}
			return
		}
	}
	s.changed = true
	p.funcs = append(p.funcs, f)
}

// share makes two values refer to the same memory.
func (s *solver) share(a, b *place) {
	if a == nil || b == nil {
		return
	}
	s.join(a.target(), b.target())
	a.target().pointed = true
}

// mix makes two values refer to anything that either can reach.
func (s *solver) mix(a, b *place) {
	if s.share(a, b); a == nil || b == nil {
		return
	}
	for _, p := range a.beyond() {
		s.join(a.target(), p)
	}
}
