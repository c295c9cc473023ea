package lower

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// inline.go: calls of short functions, and of function values that are known (closures.go), are inlined. Parameters
// have the registers of arguments, and variables whose address is an argument stay registers. A panic in one is
// reported as if there were a call, and where a function that is inlined is redirected, its callers go back to code
// that calls it ([machine.Code.Plain]).

// findInlined finds the calls that are inlined.
func (l *lowering) findInlined() {
	if l.subject.plain {
		return
	}
	for _, b := range l.subject.f.DomPreorder() { // a function value before its calls
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			if to, ok := l.inlinable(call); ok {
				l.replace(call, to)
			}
		}
	}
}

// inlinable returns the function of a call that is inlined.
func (l *lowering) inlinable(call *ssa.Call) (to callee, ok bool) {
	if call.Call.IsInvoke() || isBuiltin(call.Call.Value) {
		return callee{}, false
	}
	to, ok = l.known(call.Call.Value)
	if !ok || l.asm.inlined+length(to.f) > mostInAll || !l.subject.canInline(to.f, l.isValueOrTakesOne(call)) {
		return callee{}, false
	}
	_, ok = l.world.Function(to.f)
	return to, ok
}

// isValueOrTakesOne reports whether a call is of a function value, or takes a function literal that is known.
func (l *lowering) isValueOrTakesOne(call *ssa.Call) bool {
	if _, static := call.Call.Value.(*ssa.Function); !static {
		return true
	}
	return slices.ContainsFunc(call.Call.Args, func(x ssa.Value) bool {
		to, ok := l.known(x)
		return ok && to.f.Parent() != nil
	})
}

// replace has a call be inlined.
func (l *lowering) replace(call *ssa.Call, to callee) {
	l.asm.inlined += length(to.f)
	sj := newSubject(l.world, to.f)
	sj.inlining = &inlining{call: call, callee: to, outer: l}
	inner := newPasses(sj, l.asm)
	l.subject.inlined[call] = inner
	if to.made != nil {
		made := to.in.subject
		made.instances[to.made] = append(made.instances[to.made], inner)
	}
	sj.findLoops(l.subject.loops[call.Block()])
	inner.findInlined()
}

// inline lowers an inlined call.
func (l *lowering) inline(in *ssa.Call, inner *lowering) {
	for i, p := range inner.subject.f.Params {
		if !inner.places.isLocal(p) && !inner.places.dropped[p] && len(*p.Referrers()) > 0 {
			inner.places.registers[p] = l.ops.value(in.Call.Args[i])
		}
	}
	for _, v := range inner.subject.f.FreeVars {
		if !inner.places.isLocal(v) {
			x, where := inner.subject.captured(v)
			inner.places.registers[v] = where.ops.value(x)
		}
	}
	line, from := l.asm.line, len(l.asm.code.Instrs)
	inner.blocks()
	for _, at := range inner.subject.inlining.ends {
		l.asm.code.Instrs[at].K = machine.Distance(len(l.asm.code.Instrs)-at, 0)
	}
	name, _ := l.world.Function(inner.subject.f)
	l.asm.code.Inlined = append(l.asm.code.Inlined, machine.Inlined{Function: name, Line: line, From: from, To: len(l.asm.code.Instrs)})
	l.asm.line = line
}

// finish gives results to the call that the function replaces.
func (l *lowering) finish(in *ssa.Return, next *ssa.BasicBlock) {
	var moves []move
	var consts []func()
	for i, x := range in.Results {
		target := l.subject.inlining.results[i]
		if target == nil {
			continue
		}
		if c, ok := x.(*ssa.Const); ok {
			consts = append(consts, func() { l.ops.constant(c, target) })
			continue
		}
		for k, r := range l.ops.value(x) {
			moves = append(moves, move{target[k], r})
		}
	}
	l.asm.moveAll(moves)
	for _, c := range consts {
		c()
	}
	if next != nil {
		l.subject.inlining.ends = append(l.subject.inlining.ends, l.asm.emit(machine.Jump, 0, 0, 0, 0))
	}
}
