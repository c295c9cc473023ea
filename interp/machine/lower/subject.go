package lower

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// subject is the function that is lowered, with the facts known before any decision: its loops, its short
// calls that are inlined, and the call that it replaces if it is inlined itself.
type subject struct {
	world    World
	f        *ssa.Function
	plain    bool      // nothing is inlined
	inlining *inlining // nil of the function itself
	loops    map[*ssa.BasicBlock]bool
	inlined  map[*ssa.Call]*lowering

	instances   map[*ssa.MakeClosure][]*lowering // the inlined calls of literals
	onlyInlined map[*ssa.MakeClosure]bool        // literals whose calls are all inlined
}

func newSubject(world World, f *ssa.Function) *subject {
	return &subject{
		world: world, f: f,
		inlined: map[*ssa.Call]*lowering{}, instances: map[*ssa.MakeClosure][]*lowering{}, onlyInlined: map[*ssa.MakeClosure]bool{},
	}
}

// isInterpreted reports whether a function is neither the machine's nor compiled.
func (sj *subject) isInterpreted(f *ssa.Function) bool {
	_, machines := sj.world.Function(f)
	_, compiled := sj.world.Compiled(f)
	return !machines && !compiled
}

// findLoops notes the blocks from which control comes back to them; all are in a loop where the function is inlined in
// one.
func (sj *subject) findLoops(all bool) {
	sj.loops = map[*ssa.BasicBlock]bool{}
	for _, b := range sj.f.Blocks {
		seen := map[*ssa.BasicBlock]bool{}
		var reach func(x *ssa.BasicBlock) bool
		reach = func(x *ssa.BasicBlock) bool {
			for _, s := range x.Succs {
				if s == b {
					return true
				}
				if !seen[s] {
					seen[s] = true
					if reach(s) {
						return true
					}
				}
			}
			return false
		}
		sj.loops[b] = all || reach(b)
	}
}

const (
	mostInlined = 40   // instructions of a function that is inlined
	mostDepth   = 3    // of inlined calls within such
	mostKnown   = 100  // mostInlined where a function value becomes known
	mostNested  = 8    // mostDepth of such
	mostInAll   = 3000 // of all that is inlined in a function
)

// inlining describes the lowering of a call that is replaced by its function.
type inlining struct {
	call    *ssa.Call
	callee  callee
	outer   *lowering
	results []value
	ends    []int // jumps behind the function
}

// canInline reports whether a function is short, and not one of those that are being lowered. It may be longer and have
// loops if that makes a function value known.
func (sj *subject) canInline(f *ssa.Function, known bool) bool {
	depth := 0
	for o := sj; o != nil; o = o.enclosing() {
		if o.f == f {
			return false
		}
		depth++
	}
	if len(f.Blocks) == 0 || f.Recover != nil || recovers(f) || defers(f) {
		return false
	}
	if known {
		return depth <= mostNested && length(f) <= mostKnown
	}
	return depth <= mostDepth && length(f) <= mostInlined && !hasLoop(f)
}

// length returns the number of a function's instructions.
func length(f *ssa.Function) int {
	n := 0
	for _, b := range f.Blocks {
		n += len(b.Instrs)
	}
	return n
}

func hasLoop(f *ssa.Function) bool {
	return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool { return s.Dominates(b) })
	})
}

// usesUnsafe reports whether a package may have made pointers by package unsafe: then the same memory may be
// a field and an element, and numbers of several sizes, at once.
func (sj *subject) usesUnsafe() bool {
	return sj.world.UsesUnsafe() || sj.f.Pkg != nil && slices.Contains(sj.f.Pkg.Pkg.Imports(), types.Unsafe)
}

// defers reports whether the function defers calls.
func (sj *subject) defers() bool { return defers(sj.f) }

func defers(f *ssa.Function) bool {
	return containsInstruction(f, func(in ssa.Instruction) bool { _, ok := in.(*ssa.Defer); return ok })
}

// recovers reports whether a function calls recover.
func recovers(f *ssa.Function) bool {
	return containsInstruction(f, func(in ssa.Instruction) bool {
		c, ok := in.(*ssa.Call)
		return ok && isBuiltin(c.Call.Value) && c.Call.Value.Name() == "recover"
	})
}

func containsInstruction(f *ssa.Function, wanted func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(f.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, wanted) })
}

// enclosing returns the function that this one is inlined in, or nil.
func (sj *subject) enclosing() *subject {
	if sj.inlining == nil {
		return nil
	}
	return sj.inlining.outer.subject
}

// argument returns the value of an inlined function's parameter.
func (sj *subject) argument(p *ssa.Parameter) ssa.Value {
	for i, q := range sj.f.Params {
		if p == q {
			return sj.inlining.call.Call.Args[i]
		}
	}
	return nil
}

// World answers lowering's questions about what functions refer to.
type World interface {
	// TypeID returns the ID of a type, and TrueID the ID of its view with methods, which interfaces hold.
	TypeID(t types.Type) int
	TrueID(t types.Type) int
	// Function is the name of a machine function that calls of f call, if there is one.
	Function(f *ssa.Function) (name string, ok bool)
	// Compiled is the symbol of a compiled function, if f is one.
	Compiled(f *ssa.Function) (symbol string, ok bool)
	// Variable is the symbol of the address of a variable.
	Variable(g *ssa.Global) (symbol string, ok bool)
	// Line returns the line of a position.
	Line(pos token.Pos) int
	// UsesUnsafe reports whether a package that the session has imported uses package unsafe.
	UsesUnsafe() bool
}

// eachInlined visits the inlined calls in their order.
func (sj *subject) eachInlined(visit func(inner *lowering)) {
	for _, b := range sj.f.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && sj.inlined[call] != nil {
				visit(sj.inlined[call])
			}
		}
	}
}
