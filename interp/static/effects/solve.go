package effects

import (
	"maps"
	"slices"
	"strings"
)

// record is what a body does, by the roots that it does it to.
type record struct {
	reads, sets, writes     map[root]bool
	changes, changesAll     map[root]bool
	mayChange, mayChangeAll map[root]string // by what
	late                    map[root]bool   // written by goroutines
	starts                  bool            // goroutines
	intricate               bool            // not all is known of the functions that values hold
	pending                 []op            // calls of functions that are not known here
}

func newRecord() *record {
	return &record{
		reads: map[root]bool{}, sets: map[root]bool{}, writes: map[root]bool{}, changes: map[root]bool{}, changesAll: map[root]bool{},
		mayChange: map[root]string{}, mayChangeAll: map[root]string{}, late: map[root]bool{},
	}
}

// add joins what a goroutine does to what the body that starts it does.
func (r *record) add(late *record) {
	for _, pair := range []struct{ into, from map[root]bool }{
		{r.reads, late.reads}, {r.writes, late.writes}, {r.changes, late.changes}, {r.changesAll, late.changesAll},
		{r.late, late.late}, {r.late, late.writes},
	} {
		maps.Copy(pair.into, pair.from)
	}
	maps.Copy(r.mayChange, late.mayChange)
	maps.Copy(r.mayChangeAll, late.mayChangeAll)
	r.pending = append(r.pending, late.pending...)
	r.starts, r.intricate = true, r.intricate || late.intricate
}

// solver knows the functions that cells have declared, and solves bodies by these.
type solver struct {
	numbers *int
	funcs   map[string]*body // as they were lowered
	solved  map[string]*body // as callers see them
}

// number gives a root that stands for nothing yet.
func (s *solver) number() root {
	*s.numbers++
	return root{number: *s.numbers}
}

// methods are the methods of a name that cells have declared.
func (s *solver) methods(name string) []string {
	var out []string
	for key := range s.funcs {
		if strings.HasSuffix(key, "."+name) {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}

// frame is a body on its way.
type frame struct {
	*solver
	memory  memory
	rec     *record
	calls   map[call]*binding
	inside  int            // function values that are being called
	invoked map[*body]bool // those that function values have called, in this pass
	steps   int            // ops that were done
	changed bool           // the memory, in this pass
}

// call is a call of a body by an op, in the call that the op is part of.
type call struct {
	in     *binding
	op     *op
	callee *body
}

// binding has what stands in a call for the callee's own roots.
type binding struct {
	of    *body
	roots map[root]root
}

// Functions that make functions of themselves have no end: then it is said that not
// all is known.
const (
	mostPasses = 50
	mostHeld   = 64 // functions of one place
	mostDepth  = 6  // places of which each refers to the next
	mostSteps  = 1 << 20
)

// run solves a body on memory, which it changes.
func (s *solver) run(b *body, m memory) *record {
	f := &frame{solver: s, memory: m, calls: map[call]*binding{}}
	f.changed = true
	for pass := 0; f.changed && pass < mostPasses; pass++ {
		f.changed, f.rec, f.invoked = false, newRecord(), map[*body]bool{}
		f.ops(b.ops, nil)
	}
	f.rec.intricate = f.rec.intricate || f.changed
	return f.rec
}

// standing is what stands for a root where its body is called.
func (f *frame) standing(r root, in *binding) root {
	if in == nil || r.none() || !in.of.owns(r) {
		return r
	}
	if in.roots[r].none() {
		in.roots[r] = f.number()
	}
	return in.roots[r]
}

func (f *frame) ops(list []op, in *binding) {
	for i := range list {
		f.op(&list[i], in)
	}
}

func (f *frame) op(o *op, in *binding) {
	if f.steps++; f.steps > mostSteps {
		f.rec.intricate = true
		return
	}
	switch o.kind {
	case calls:
		f.rec.reads[root{name: o.name}] = true
		f.call(f.solved[o.name], o, in)
	case dispatches:
		for _, name := range f.methods(o.name) {
			f.rec.reads[root{name: name}] = true
			f.call(f.solved[name], o, in)
		}
	case starts:
		outer := f.rec
		f.rec = newRecord()
		f.ops(o.lit.ops, in)
		outer.add(f.rec)
		f.rec = outer
	default:
		if r := f.standing(o.root, in); !r.none() {
			f.note(o, r, in)
		}
	}
}

// note notes what an op does to a root.
func (f *frame) note(o *op, r root, in *binding) {
	switch o.kind {
	case reads:
		f.rec.reads[r] = true
	case sets:
		f.rec.sets[r], f.rec.writes[r] = true, true
	case writes:
		f.rec.writes[r] = true
	case changes:
		f.rec.changes[r] = true
	case changesAll:
		f.rec.changesAll[r] = true
	case mayChange:
		f.rec.mayChange[r] = o.name
	case mayChangeAll:
		f.rec.mayChangeAll[r] = o.name
	case late:
		f.rec.late[r] = true
	case intricate:
		f.rec.intricate = true
	case shares, refers, coincides, mixes:
		if with := f.standing(o.with, in); !with.none() {
			f.changed = f.link(o.kind, r, with) || f.changed
		}
	case makes:
		f.hold(f.memory.of(r).target(), o.lit, in)
	case holdsLit:
		f.hold(f.memory.of(r), o.lit, in)
	case invokes:
		f.invoke(r, o, in)
	}
}

// link has two roots stand to each other as an op says, and tells whether they did not.
func (f *frame) link(kind opKind, a, b root) bool {
	switch kind {
	case shares:
		return join(f.memory.of(a).target(), f.memory.of(b).target())
	case refers:
		to := f.memory.of(b)
		to.pointed = true
		return join(f.memory.of(a).target(), to)
	case coincides:
		return join(f.memory.of(a), f.memory.of(b))
	}
	return f.memory.mix(a, b)
}

// hold puts a function into a place.
func (f *frame) hold(p *place, lit *body, in *binding) {
	if len(p.lits) >= mostHeld {
		f.rec.intricate = true
	} else if p.hold(lit.mapped(func(r root) root { return f.standing(r, in) })) {
		f.changed = true
	}
}

// call does what a body does, to the roots of a call. A parameter beyond the last
// argument is that one.
func (f *frame) call(b *body, o *op, in *binding) {
	if b == nil {
		return
	}
	key := call{in, o, b}
	if f.calls[key] == nil {
		to := &binding{b, map[root]root{}}
		for i, p := range b.params {
			if len(o.args) > 0 {
				to.roots[p] = f.standing(o.args[min(i, len(o.args)-1)], in)
			}
		}
		if !b.result.none() {
			to.roots[b.result] = f.standing(o.result, in)
		}
		f.calls[key] = to
	}
	f.ops(b.ops, f.calls[key])
}

// invoke calls the functions that a root holds.
func (f *frame) invoke(r root, o *op, in *binding) {
	pending := op{kind: invokes, root: r, name: o.name, result: f.standing(o.result, in)}
	for _, a := range o.args {
		pending.args = append(pending.args, f.standing(a, in))
	}
	f.rec.pending = append(f.rec.pending, pending)
	for _, lit := range f.held(r, o.name == handedOver) {
		if f.inside++; f.inside == 1 {
			f.call(lit, o, in)
		} else {
			f.callShared(lit, o, in)
		}
		f.inside--
	}
}

// callShared calls a function value from within another. All such calls are taken for
// one, whose parameters refer to what any of the arguments does: told apart, they would
// be as many as there are ways through the functions.
func (f *frame) callShared(lit *body, o *op, in *binding) {
	shared := &binding{lit, map[root]root{}}
	if known := f.calls[call{callee: lit}]; known != nil {
		shared = known
	}
	f.calls[call{callee: lit}] = shared
	share := func(own, other root) {
		if a, b := f.standing(own, shared), f.standing(other, in); !a.none() && !b.none() && f.link(shares, a, b) {
			f.changed = true
		}
	}
	for i, p := range lit.params {
		if len(o.args) > 0 {
			share(p, o.args[min(i, len(o.args)-1)])
		}
	}
	share(lit.result, o.result)
	if !f.invoked[lit] {
		f.invoked[lit] = true
		f.ops(lit.ops, shared)
	}
}

// held are the functions to which a root refers, or all that can be reached from it.
func (f *frame) held(r root, deep bool) []*body {
	if !deep {
		return slices.Clone(f.memory.of(r).target().lits)
	}
	var out []*body
	for _, p := range f.memory.of(r).beyond() {
		out = append(out, p.lits...)
	}
	return out
}

// settle solves the functions that are not, callees first; where calls go in circles,
// until that changes nothing.
func (s *solver) settle() {
	order, circles := s.order()
	callees := map[string][]string{}
	for _, name := range order {
		callees[name] = s.callees(s.funcs[name].ops)
	}
	changed := map[string]bool{} // in this pass
	for pass := 0; pass == 0 || circles && len(changed) > 0 && pass < mostPasses; pass++ {
		before := maps.Clone(changed)
		clear(changed)
		for _, name := range order {
			moved := func(callee string) bool { return changed[callee] || before[callee] }
			if pass > 0 && !slices.ContainsFunc(callees[name], moved) {
				continue
			}
			b := s.reduced(s.funcs[name])
			if old := s.solved[name]; old == nil || !old.same(b) {
				changed[name] = true
			}
			s.solved[name] = b
		}
	}
	if circles {
		for name := range changed { // there was no end
			b := *s.solved[name]
			b.ops = append(slices.Clone(b.ops), notAll)
			s.solved[name] = &b
		}
	}
}

// notAll says that not all is known of a body.
var notAll = op{kind: intricate, root: root{name: "_"}}

// order lists the functions that are not solved, callees before callers, and tells
// whether some call each other in circles.
func (s *solver) order() (order []string, circles bool) {
	const onTheWay, done = 1, 2
	seen := map[string]int{}
	var visit func(string)
	visit = func(name string) {
		if s.funcs[name] == nil || s.solved[name] != nil || seen[name] != 0 {
			circles = circles || seen[name] == onTheWay
			return
		}
		seen[name] = onTheWay
		for _, callee := range s.callees(s.funcs[name].ops) {
			visit(callee)
		}
		seen[name] = done
		order = append(order, name)
	}
	for _, name := range slices.Sorted(maps.Keys(s.funcs)) {
		visit(name)
	}
	return order, circles
}

// callees are the functions that some ops call.
func (s *solver) callees(list []op) []string {
	var out []string
	for _, o := range list {
		switch o.kind {
		case calls:
			out = append(out, o.name)
		case dispatches:
			out = append(out, s.methods(o.name)...)
		}
		if o.lit != nil {
			out = append(out, s.callees(o.lit.ops)...)
		}
	}
	return out
}

// solvedWithout are the solved functions that call none of some, be it by others.
func (s *solver) solvedWithout(changed map[string]*body) map[string]*body {
	callers := map[string][]string{}
	for name, b := range s.funcs {
		for _, callee := range s.callees(b.ops) {
			callers[callee] = append(callers[callee], name)
		}
	}
	left := maps.Clone(s.solved)
	seen := map[string]bool{}
	var strike func(string)
	strike = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		delete(left, name)
		for _, caller := range callers[name] {
			strike(caller)
		}
	}
	for name := range changed {
		strike(name)
	}
	return left
}

// reduced is a function as its callers see it: what it does to names, to what its
// parameters refer to and to its result.
func (s *solver) reduced(b *body) *body {
	m := memory{}
	rec := s.run(b, m)
	m.shorten()
	from := append(slices.Clone(b.params), b.result)
	plain := m.plain(rec)
	for _, r := range sorted(m) {
		if r.isName() && !plain[r] {
			from = append(from, r)
		}
	}
	from, rec.pending = s.known(m, from, rec.pending)
	from = slices.DeleteFunc(from, root.none)
	stand := m.keep(from, s.number)
	order, standing := m.reached(from, s.number)
	out := &body{params: b.params, result: b.result, ops: append(rec.said(stand), ops(order, standing, m, from)...)}
	return s.renumbered(out)
}

// known are the calls of functions that callers may know, and all roots that these see.
// Calls of what one place holds are taken for one: told apart, they would grow with each
// caller.
func (s *solver) known(m memory, from []root, pending []op) ([]root, []op) {
	type callee struct {
		of   *place
		name string
		args int
	}
	_, standing := m.reached(from, s.number)
	pending = slices.DeleteFunc(pending, func(o op) bool {
		return standing[m.of(o.root)].none() && standing[m.of(o.root).target()].none()
	})
	same := map[callee]op{}
	var kept []op
	for _, o := range pending {
		key := callee{m.of(o.root).target(), o.name, len(o.args)}
		first, ok := same[key]
		if !ok {
			same[key] = o
			kept = append(kept, o)
			from = append(append(from, o.root, o.result), o.args...)
			continue
		}
		for i, a := range o.args {
			m.shareAny(first.args[i], a)
		}
		m.shareAny(first.result, o.result)
	}
	return from, kept
}

// said are the ops that have the effect of a record, on the roots that callers see.
func (r *record) said(stand func(root) root) []op {
	var out []op
	for _, of := range []struct {
		kind  opKind
		roots map[root]bool
	}{{reads, r.reads}, {writes, r.writes}, {late, r.late}} {
		for _, x := range sorted(of.roots) {
			if x.isName() {
				out = append(out, op{kind: of.kind, root: x})
			}
		}
	}
	said := map[opKind]map[root]bool{changes: {}, changesAll: {}, mayChange: {}, mayChangeAll: {}}
	add := func(kind opKind, x root, name string) {
		if r := stand(x); !r.none() && !said[kind][r] {
			said[kind][r] = true
			out = append(out, op{kind: kind, root: r, name: name})
		}
	}
	for _, x := range sorted(r.changes) {
		add(changes, x, "")
	}
	for _, x := range sorted(r.changesAll) {
		add(changesAll, x, "")
	}
	for _, x := range sorted(r.mayChange) {
		add(mayChange, x, r.mayChange[x])
	}
	for _, x := range sorted(r.mayChangeAll) {
		add(mayChangeAll, x, r.mayChangeAll[x])
	}
	if r.starts {
		out = append(out, op{kind: starts, lit: &body{}})
	}
	if r.intricate {
		out = append(out, notAll)
	}
	return append(out, r.pending...)
}

// renumbered has a body own its roots, numbered in the order of its ops.
func (s *solver) renumbered(b *body) *body {
	low := *s.numbers + 1
	to := map[root]root{}
	of := func(r root) root {
		if r.none() || r.isName() {
			return r
		}
		if to[r].none() {
			to[r] = s.number()
		}
		return to[r]
	}
	out := *b
	out.params = make([]root, len(b.params))
	for i, p := range b.params {
		out.params[i] = of(p)
	}
	out.result = of(b.result)
	for _, o := range b.ops {
		of(o.root)
		of(o.with)
		for _, a := range o.args {
			of(a)
		}
		of(o.result)
	}
	mapped := b.mapped(of)
	out.ops, out.low, out.high = mapped.ops, low, *s.numbers+1
	return &out
}
