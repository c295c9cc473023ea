package effects

import "slices"

// root is what values live in or come from: a name of the session, or something
// within a body, which has a number. The zero root is of values that refer to nothing.
type root struct {
	name   string
	number int
}

func (r root) none() bool   { return r == root{} }
func (r root) isName() bool { return r.name != "" }

// opKind tells what an op does.
type opKind int

const (
	reads        opKind = iota // the variable or declaration of a root
	sets                       // a variable as a whole, by a statement of the cell itself
	writes                     // a variable, a part of it, or what it refers to, by name
	changes                    // the memory of a root
	changesAll                 // all that can be reached from what a root refers to
	mayChange                  // the memory of a root, perhaps
	mayChangeAll               // all that can be reached, perhaps
	shares                     // two roots may refer to the same memory
	refers                     // what a root refers to is the memory of another
	coincides                  // two roots are the same memory
	mixes                      // two roots may refer to anything that either can reach
	makes                      // a root refers to a function
	holdsLit                   // the memory of a root is a function
	calls                      // a declared function, by name
	dispatches                 // the methods of a name that cells have declared
	invokes                    // the functions to which a root refers
	starts                     // a goroutine
	late                       // written by a goroutine
	intricate                  // not all is known of what function values do
)

// op is one thing that a body does. The order of a body's ops means nothing.
type op struct {
	kind   opKind
	root   root
	with   root   // of what is about two roots
	name   string // of calls and dispatches
	args   []root // of calls, dispatches and invokes
	result root   // of these, too
	lit    *body  // of makes, holdsLit and starts
}

// body is what is known of a function or a statement. Its own roots are those numbered
// from low to below high.
type body struct {
	params    []root
	result    root
	low, high int
	ops       []op
}

// owns tells whether a root is one of the body's own.
func (b *body) owns(r root) bool { return !r.isName() && b.low <= r.number && r.number < b.high }

// mapped is the body with others in place of the roots that are not its own.
func (b *body) mapped(to func(root) root) *body {
	outside := func(r root) root {
		if r.none() || b.owns(r) {
			return r
		}
		return to(r)
	}
	out := *b
	out.ops = make([]op, 0, len(b.ops))
	for _, o := range b.ops {
		o.root, o.with, o.result = outside(o.root), outside(o.with), outside(o.result)
		o.args = slices.Clone(o.args)
		for i, a := range o.args {
			o.args[i] = outside(a)
		}
		if o.lit != nil {
			o.lit = o.lit.mapped(outside)
		}
		out.ops = append(out.ops, o)
	}
	return &out
}

// same tells whether two bodies do the same, whatever the numbers of their own roots.
func (b *body) same(c *body) bool {
	return b.alike(c, func(r, s root) bool { return r == s })
}

// alike is same, where outside compares the roots that are not the bodies' own.
func (b *body) alike(c *body, outside func(r, s root) bool) bool {
	if b.high-b.low != c.high-c.low {
		return false
	}
	roots := func(r, s root) bool {
		if b.owns(r) && c.owns(s) {
			return r.number-b.low == s.number-c.low
		}
		return outside(r, s)
	}
	return slices.EqualFunc(b.ops, c.ops, func(o, p op) bool {
		return o.kind == p.kind && o.name == p.name && roots(o.root, p.root) && roots(o.with, p.with) && roots(o.result, p.result) &&
			slices.EqualFunc(o.args, p.args, roots) && (o.lit == nil) == (p.lit == nil) && (o.lit == nil || o.lit.alike(p.lit, roots))
	})
}
