package lower

import (
	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// inline.go: calls of short functions are inlined. Parameters have the registers of arguments, and
// variables whose address is an argument stay registers. A panic in one is reported as if there were a call, and where
// a function that is inlined is redirected, its callers go back to code that calls it ([machine.Code.Plain]).

// findInlined finds the calls that are inlined.
func (l *lowering) findInlined() {
	l.subject.inlined = map[*ssa.Call]*lowering{}
	if l.subject.plain {
		return
	}
	for _, b := range l.subject.f.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			f := call.Call.StaticCallee()
			if f == nil || !l.subject.canInline(f) {
				continue
			}
			if _, ok := l.world.Function(f); !ok {
				continue
			}
			inner := newPasses(&subject{world: l.world, f: f, inlining: &inlining{call: call, outer: l}}, l.asm)
			inner.subject.findLoops(l.subject.loops[b])
			inner.findInlined()
			l.subject.inlined[call] = inner
		}
	}
}

// inline lowers an inlined call.
func (l *lowering) inline(in *ssa.Call, inner *lowering) {
	for i, p := range inner.subject.f.Params {
		if !inner.places.isLocal(p) && len(*p.Referrers()) > 0 {
			inner.places.registers[p] = l.ops.value(in.Call.Args[i])
		}
	}
	line, from := l.asm.line, len(l.asm.code.Instrs)
	inner.blocks()
	for _, at := range inner.subject.inlining.ends {
		l.asm.code.Instrs[at].K = machine.Distance(len(l.asm.code.Instrs)-at, 0)
	}
	l.asm.landings = append(l.asm.landings, len(l.asm.code.Instrs))
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
