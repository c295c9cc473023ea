package lower

import (
	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// Inject, if not nil, is called with each function before it is lowered. Tests set it before any is lowered, and inject
// faults by panics.
var Inject func(f *ssa.Function)

// Function lowers a function under a name. The error is a *[Refusal].
func Function(f *ssa.Function, name string, world World) (code *machine.Code, err error) {
	defer func() {
		if r := refusalIn(f, recover()); r != nil {
			code, err = nil, r
		}
	}()
	code = lowered(f, name, world, false)
	if len(code.Inlined) > 0 {
		code.Plain = lowered(f, name, world, true)
	}
	return code, nil
}

// lowered returns a function's code, plain where nothing is inlined.
func lowered(f *ssa.Function, name string, world World, plain bool) *machine.Code {
	if Inject != nil {
		Inject(f)
	}
	// The frames of calls are behind all registers, whose number is known when all is lowered.
	first := newLowering(f, name, world, plain)
	first.lower()
	l := newLowering(f, name, world, plain)
	l.asm.frameWords, l.asm.framePointers = first.asm.words, first.asm.pointers
	l.lower()
	optimize(&l.asm.code, l.asm.memory, l.subject.usesUnsafe())
	return &l.asm.code
}

// lowering lowers one function: it runs the passes, which decide where values are and what is done elsewhere than where
// it stands, and then writes the blocks and how control goes from one to the next. Each pass owns what it decides, and
// those after it read it: subject, places, motion, allocation; then operands and what uses these. Inlined functions
// have lowerings of their own and share the assembly.
type lowering struct {
	world     World
	subject   *subject
	admission *admission
	asm       *assembly
	places    *places
	motion    *motion
	alloc     *allocation
	ops       *operands
	arith     *arithmetic
	mem       *access
	calls     *calls

	starts  map[*ssa.BasicBlock]int
	entries map[*ssa.BasicBlock]int // where the block that a loop begins with is entered first
	jumps   []pendingJump
}

// newLowering returns the lowering of a function under a name, plain where nothing is to be inlined.
func newLowering(f *ssa.Function, name string, world World, plain bool) *lowering {
	ad := new(admission)
	as := &assembly{admission: ad, world: world, pos: f.Pos(), code: machine.Code{Name: name}, pooled: map[int64]uint16{}}
	sj := newSubject(world, f)
	sj.plain = plain
	return newPasses(sj, as)
}

// newPasses returns the lowering of a function into an assembly.
func newPasses(sj *subject, as *assembly) *lowering {
	ad, world := as.admission, sj.world
	pl := &places{
		subject: sj, admission: ad, asm: as,
		registers: map[ssa.Value]value{}, dropped: map[ssa.Value]bool{}, locals: map[*ssa.Alloc]value{}, memory: map[*ssa.Alloc]uint16{},
	}
	mo := &motion{subject: sj, places: pl, fused: map[ssa.Value]bool{}}
	op := &operands{admission: ad, asm: as, places: pl, motion: mo, subject: sj, world: world}
	ac := &access{admission: ad, asm: as, places: pl, motion: mo, ops: op}
	return &lowering{
		world: world, subject: sj, admission: ad, asm: as, places: pl, motion: mo, ops: op, mem: ac,
		alloc:  &allocation{subject: sj, admission: ad, asm: as, places: pl, motion: mo},
		arith:  &arithmetic{admission: ad, asm: as, places: pl, motion: mo, ops: op, mem: ac},
		calls:  &calls{admission: ad, asm: as, places: pl, ops: op, world: world},
		starts: map[*ssa.BasicBlock]int{}, entries: map[*ssa.BasicBlock]int{},
	}
}

// pendingJump is an instruction that goes to a block.
type pendingJump struct {
	at    int
	to    *ssa.BasicBlock
	first bool // from outside of the loop that to begins
}

// lower lowers the function.
func (l *lowering) lower() {
	f := l.subject.f
	switch {
	case len(f.Blocks) == 0:
		l.admission.refuse(f.Pos(), "it has no body")
	case f.Signature.Variadic() && f.Parent() == nil:
		// its callers pass a slice
	}
	if fault := Reorder(f); fault != nil {
		panic(fault)
	}
	l.signature()
	l.subject.findLoops(false)
	l.findInlined()
	l.plan()
	l.deferring()
	l.prologue()
	l.blocks()
	l.asm.code.Words, l.asm.code.Pointers = l.asm.words+l.asm.mostWords, l.asm.pointers+l.asm.mostPointers
}

// deferring begins a function that defers.
func (l *lowering) deferring() {
	if !l.subject.defers() {
		return
	}
	at := l.asm.emit(machine.Deferring, 0, 0, 0, 0)
	l.asm.emit(machine.Return, 0, 0, 0, 0)
	if to := l.subject.f.Recover; to != nil {
		l.jumps = append(l.jumps, pendingJump{at: at, to: to})
	}
}

// plan decides the locations of values, and which instructions are moved.
func (l *lowering) plan() {
	l.drop()
	l.locate()
	l.arrange()
}

// locate finds the variables that are kept in registers or in the frame.
func (l *lowering) locate() {
	l.places.findAppended()
	l.places.findLocals()
	l.subject.eachInlined((*lowering).locate)
}

// arrange gives values their registers, those of calls before those of their callees.
func (l *lowering) arrange() {
	l.motion.fuse()
	l.motion.hoist()
	l.motion.fuseIndexes()
	l.alloc.propagateCopies()
	l.alloc.assign()
	l.subject.eachInlined(func(inner *lowering) {
		inner.subject.inlining.results = l.places.resultsOf(inner.subject.inlining.call)
		inner.arrange()
	})
}

func (l *lowering) blocks() {
	order := layout(l.subject.f)
	for i, b := range order {
		var next *ssa.BasicBlock
		if i+1 < len(order) {
			next = order[i+1]
		}
		l.block(b, next)
	}
	l.patch()
}

// signature gives parameters their registers, from 0, and describes results.
func (l *lowering) signature() {
	for _, p := range append(append([]ssa.Value{}, values(l.subject.f.FreeVars)...), values(l.subject.f.Params)...) {
		l.places.registers[p] = l.asm.fresh(p.Type(), p.Pos())
		l.asm.code.Params = append(l.asm.code.Params, l.asm.typ(p.Type(), p.Pos()))
	}
	for v := range l.subject.f.Signature.Results().Variables() {
		l.asm.code.Results = append(l.asm.code.Results, l.asm.typ(v.Type(), v.Pos()))
	}
}

// patch completes jumps.
func (l *lowering) patch() {
	for _, j := range l.jumps {
		in, to := &l.asm.code.Instrs[j.at], l.starts[j.to]
		if entry, ok := l.entries[j.to]; ok && j.first {
			to = entry
		}
		in.K = machine.Distance(to-j.at, int32(in.K))
	}
}
