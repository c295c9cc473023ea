package lower

import (
	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// inline.go: calls of short functions are lowered as what these do. Parameters have the registers of arguments, and
// variables whose address is an argument stay registers. What panics there is told as if there were a call, and where
// a function that is inlined is redirected, its callers go back to code that calls it ([machine.Code.Plain]).

const (
	mostInlined = 40 // instructions of a function that is inlined
	mostDepth   = 3  // of inlined calls within such
)

// inlining is how a call is lowered in the place of which its function stands.
type inlining struct {
	call    *ssa.Call
	outer   *lowering
	results []value
	ends    []int // jumps behind the function
}

// findInlined finds the calls that are inlined.
func (l *lowering) findInlined() {
	l.inlined = map[*ssa.Call]*lowering{}
	if l.plain {
		return
	}
	for _, b := range l.f.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			f := call.Call.StaticCallee()
			if f == nil || !l.canInline(f) {
				continue
			}
			if _, ok := l.Function(f); !ok {
				continue
			}
			inner := newLowering(f, l.World, l.assembly)
			inner.inlining = &inlining{call: call, outer: l}
			inner.findLoops(l.loops[b])
			inner.findInlined()
			l.inlined[call] = inner
		}
	}
}

// canInline tells whether a function is short, without loops, and not one of those that are being lowered.
func (l *lowering) canInline(f *ssa.Function) bool {
	depth := 0
	for o := l; o != nil; o = o.enclosing() {
		if o.f == f {
			return false
		}
		depth++
	}
	if depth > mostDepth || len(f.Blocks) == 0 || len(f.FreeVars) > 0 || f.Recover != nil {
		return false
	}
	n := 0
	for _, b := range f.Blocks {
		for _, s := range b.Succs {
			if s.Dominates(b) {
				return false
			}
		}
		n += len(b.Instrs)
	}
	return n <= mostInlined
}

// enclosing is the lowering of the function that this one is inlined in.
func (l *lowering) enclosing() *lowering {
	if l.inlining == nil {
		return nil
	}
	return l.inlining.outer
}

// argument is what an inlined function's parameter stands for.
func (l *lowering) argument(p *ssa.Parameter) ssa.Value {
	for i, q := range l.f.Params {
		if p == q {
			return l.inlining.call.Call.Args[i]
		}
	}
	return nil
}

// inline lowers an inlined call.
func (l *lowering) inline(in *ssa.Call, inner *lowering) {
	for i, p := range inner.f.Params {
		if !inner.isLocal(p) && len(*p.Referrers()) > 0 {
			inner.registers[p] = l.value(in.Call.Args[i])
		}
	}
	line, from := l.line, len(l.code.Instrs)
	inner.blocks()
	for _, at := range inner.inlining.ends {
		l.code.Instrs[at].K = machine.Distance(len(l.code.Instrs)-at, 0)
	}
	l.landings = append(l.landings, len(l.code.Instrs))
	name, _ := l.Function(inner.f)
	l.code.Inlined = append(l.code.Inlined, machine.Inlined{Function: name, Line: line, From: from, To: len(l.code.Instrs)})
	l.line = line
}

// resultsOf are the registers of a call's results, nil where nothing uses one.
func (l *lowering) resultsOf(in *ssa.Call) []value {
	results := make([]value, in.Call.Signature().Results().Len())
	if len(results) == 1 {
		results[0] = l.registers[in]
		return results
	}
	for _, r := range *in.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && results[e.Index] == nil {
			results[e.Index] = l.registers[e]
		}
	}
	return results
}

// finish gives results to the call in the place of which the function stands.
func (l *lowering) finish(in *ssa.Return, next *ssa.BasicBlock) {
	var moves []move
	var consts []func()
	for i, x := range in.Results {
		target := l.inlining.results[i]
		if target == nil {
			continue
		}
		if c, ok := x.(*ssa.Const); ok {
			consts = append(consts, func() { l.constant(c, target) })
			continue
		}
		for k, r := range l.value(x) {
			moves = append(moves, move{target[k], r})
		}
	}
	l.moveAll(moves)
	for _, c := range consts {
		c()
	}
	if next != nil {
		l.inlining.ends = append(l.inlining.ends, l.emit(machine.Jump, 0, 0, 0, 0))
	}
}
