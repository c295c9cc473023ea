// Package lower makes instructions of package machine of SSA functions.
//
// A function is lowered where all that it does is something that the machine does: numbers, strings that
// are read, arrays, slices, maps and structs of these, and calls of functions that are lowered or compiled. Else
// a [Refusal] says what keeps it out, and where.
package lower

import (
	"fmt"
	"go/token"
	"go/types"
	"runtime"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// World is what lowering asks about what functions refer to.
type World interface {
	// TypeID is the ID of a type, and TrueID that of its view with methods, which interfaces hold.
	TypeID(t types.Type) int
	TrueID(t types.Type) int
	// Function is the name of a machine function that calls of f call, if there is one.
	Function(f *ssa.Function) (name string, ok bool)
	// Compiled is the symbol of a compiled function, if f is one.
	Compiled(f *ssa.Function) (symbol string, ok bool)
	// Variable is the symbol of the address of a variable.
	Variable(g *ssa.Global) (symbol string, ok bool)
	// Line is that of a position.
	Line(pos token.Pos) int
}

// Refusal is why a function is not lowered: one of its instructions, or a type of what it takes or returns.
type Refusal struct {
	Pos     token.Pos
	Message string
	// Advice is what would let the function in, or empty, and Callee the interpreted function that it calls
	// there, or nil; Refusals fills both in.
	Advice string
	Callee *ssa.Function

	at        ssa.Instruction // nil of parameters and results
	typ, part types.Type      // values of typ are not lowered because of those of part in it; nil where that is not the reason
}

func (r *Refusal) Error() string { return r.Message }

// Function lowers a function under a name.
func Function(f *ssa.Function, name string, world World) (code *machine.Code, err error) {
	defer func() {
		if r := refusalOf(recover()); r != nil {
			err = r
		}
	}()
	code = lowered(f, name, world, false)
	if len(code.Inlined) > 0 {
		code.Plain = lowered(f, name, world, true)
	}
	return code, nil
}

// lowered is a function's code, plain where nothing is inlined.
func lowered(f *ssa.Function, name string, world World, plain bool) *machine.Code {
	// The frames of calls lie behind all registers, whose number is known when all is lowered.
	first := newLowering(f, world, newAssembly(name, plain))
	first.lower()
	l := newLowering(f, world, newAssembly(name, plain))
	l.frameWords, l.framePointers = first.words, first.pointers
	l.lower()
	return &l.code
}

func newLowering(f *ssa.Function, world World, a *assembly) *lowering {
	return &lowering{
		World: world, assembly: a, f: f, registers: map[ssa.Value]value{}, fused: map[ssa.Value]bool{},
		starts: map[*ssa.BasicBlock]int{}, entries: map[*ssa.BasicBlock]int{}, locals: map[*ssa.Alloc]value{}, memory: map[*ssa.Alloc]uint16{},
	}
}

var sizes = types.SizesFor("gc", runtime.GOARCH)

// register is a word or a pointer.
type register struct {
	pointer bool
	number  uint16
}

// value is the registers of a value, in the order of its slots.
type value []register

// assembly is the code that is made.
type assembly struct {
	code     machine.Code
	plain    bool             // no calls are inlined
	pooled   map[int64]uint16 // constants with registers of their own
	words    int
	pointers int
	line     int32
	landings []int // instructions that others than blocks begin at

	now      ssa.Instruction // that is being lowered, or nil
	tolerant bool            // refusals are kept, and end nothing but the instruction
	refusals []*Refusal

	// The frames of calls begin there, and are so large.
	frameWords, framePointers int
	mostWords, mostPointers   int
}

func newAssembly(name string, plain bool) *assembly {
	return &assembly{code: machine.Code{Name: name}, plain: plain, pooled: map[int64]uint16{}}
}

// lowering is that of one function.
type lowering struct {
	World
	*assembly
	f        *ssa.Function
	inlining *inlining // nil of the function itself

	registers map[ssa.Value]value
	fused     map[ssa.Value]bool // values that the instruction that uses them computes
	locals    map[*ssa.Alloc]value
	memory    map[*ssa.Alloc]uint16    // the first word of an array that is a variable
	hoisted   map[ssa.Instruction]bool // instructions that are executed before the loop that they are in
	hoists    map[*ssa.BasicBlock]bool // blocks that have some
	starts    map[*ssa.BasicBlock]int
	entries   map[*ssa.BasicBlock]int // where the block that a loop begins with is entered first
	jumps     []pendingJump
	loops     map[*ssa.BasicBlock]bool // blocks in loops
	inlined   map[*ssa.Call]*lowering
	single    map[*ssa.Call]ssa.Value  // what calls of append add, where that is one value
	skipped   map[ssa.Instruction]bool // what makes slices of such
}

// pendingJump is an instruction that goes to a block.
type pendingJump struct {
	at    int
	to    *ssa.BasicBlock
	first bool // from outside of the loop that to begins
}

func (l *lowering) refuse(pos token.Pos, format string, args ...any) {
	panic(&Refusal{Pos: pos, Message: fmt.Sprintf(format, args...), at: l.now})
}

// refuseBut is refuse where something would let the function in.
func (l *lowering) refuseBut(pos token.Pos, advice, format string, args ...any) {
	panic(&Refusal{Pos: pos, Message: fmt.Sprintf(format, args...), Advice: advice, at: l.now})
}

// refuseType refuses values of a type.
func (l *lowering) refuseType(pos token.Pos, t types.Type) {
	panic(&Refusal{Pos: pos, Message: "it has values of type " + short(t), at: l.now, typ: t, part: t})
}

// refuseValue refuses a function as a value.
func (l *lowering) refuseValue(f *ssa.Function) {
	r := &Refusal{Pos: f.Pos(), Message: "it uses " + NameOf(f) + " as a value", Advice: adviceWrap, at: l.now}
	if l.isInterpreted(f) {
		r.Message, r.Advice, r.Callee = r.Message+", which is interpreted", "", f
	}
	panic(r)
}

// refuseLength refuses the function as a whole.
func (l *lowering) refuseLength() {
	panic(&Refusal{Pos: l.f.Pos(), Message: "it has more values at a time than there are registers"})
}

// emit appends an instruction.
func (l *lowering) emit(op machine.Op, a, b, c uint16, k int64) int {
	l.code.Instrs = append(l.code.Instrs, machine.Instr{Op: op, A: a, B: b, C: c, K: k})
	l.code.Lines = append(l.code.Lines, l.line)
	return len(l.code.Instrs) - 1
}

// word is a new register for a number, and pointer one for a pointer.
func (l *lowering) word() uint16 {
	if l.words >= machine.NoRegister-1 {
		l.refuseLength()
	}
	l.words++
	return uint16(l.words - 1)
}

func (l *lowering) wordsInRow(n int) uint16 {
	first := l.word()
	for range n - 1 {
		l.word()
	}
	return first
}

func (l *lowering) pointer() uint16 {
	if l.pointers >= machine.NoRegister-1 {
		l.refuseLength()
	}
	l.pointers++
	return uint16(l.pointers - 1)
}

// slots are the parts of a type's values.
func (l *lowering) slots(t types.Type, pos token.Pos) []machine.Slot {
	if l.tolerant {
		if r := l.unfit(t); r != nil {
			l.keep(&Refusal{Pos: pos, Message: r.Message, at: l.now, typ: t, part: r.part})
			return make([]machine.Slot, 2)
		}
	}
	return l.parts(t, pos)
}

func (l *lowering) parts(t types.Type, pos token.Pos) []machine.Slot {
	var all []machine.Slot
	l.addSlots(&all, t, 0, pos)
	if len(all) > mostSlots {
		panic(&Refusal{Pos: pos, Message: fmt.Sprintf("it has values of type %s, which have more than %d parts", short(t), mostSlots), at: l.now, typ: t, part: t})
	}
	return all
}

// mostSlots are those of a value that is taken apart.
const mostSlots = 24

func (l *lowering) addSlots(all *[]machine.Slot, t types.Type, offset int64, pos token.Pos) {
	add := func(k machine.SlotKind, at int64) {
		*all = append(*all, machine.Slot{Kind: k, Offset: uintptr(offset + at)})
	}
	if len(*all) > mostSlots {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			add(machine.Pointer, 0)
			add(machine.Word, 8)
		case u.Kind() == types.Complex128:
			add(machine.Word, 0)
			add(machine.Word, 8)
		case u.Kind() == types.Complex64:
			add(machine.Uint32, 0)
			add(machine.Uint32, 4)
		case u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil:
			l.refuseType(pos, t)
		default:
			add(kindOf(u), 0)
		}
	case *types.Map:
		if hasInterface(u.Key()) {
			l.refuseType(pos, t) // they fail where they cannot be compared
		}
		add(machine.Pointer, 0)
	case *types.Pointer, *types.Signature:
		add(machine.Pointer, 0)
	case *types.Interface:
		add(machine.Pointer, 0)
		add(machine.Pointer, 8)
	case *types.Slice:
		add(machine.Pointer, 0)
		add(machine.Word, 8)
		add(machine.Word, 16)
	case *types.Struct:
		fields := fieldsOf(u)
		for i, at := range sizes.Offsetsof(fields) {
			l.addSlots(all, fields[i].Type(), offset+at, pos)
		}
	case *types.Array:
		size := sizes.Sizeof(u.Elem())
		for i := range min(u.Len(), mostSlots+1) {
			l.addSlots(all, u.Elem(), offset+i*size, pos)
		}
	default:
		l.refuseType(pos, t)
	}
}

// hasInterface tells whether values of a type have an interface in them.
func hasInterface(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return hasInterface(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasInterface(f.Type()) {
				return true
			}
		}
	}
	return false
}

func fieldsOf(s *types.Struct) []*types.Var {
	fields := make([]*types.Var, s.NumFields())
	for i := range fields {
		fields[i] = s.Field(i)
	}
	return fields
}

// kindOf is how a number or a boolean lies in memory.
func kindOf(b *types.Basic) machine.SlotKind {
	switch b.Kind() {
	case types.Bool, types.Uint8, types.UntypedBool:
		return machine.Uint8
	case types.Int8:
		return machine.Int8
	case types.Int16:
		return machine.Int16
	case types.Uint16:
		return machine.Uint16
	case types.Int32, types.UntypedRune:
		return machine.Int32
	case types.Uint32, types.Float32:
		return machine.Uint32
	}
	return machine.Word
}

// short is the text of a type for messages.
func short(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == "main" {
			return ""
		}
		return p.Name()
	})
}

// fresh makes registers for a value of type t. Words that lie side by side in a slice are neighbours.
func (l *lowering) fresh(t types.Type, pos token.Pos) value {
	var v value
	for _, s := range l.slots(t, pos) {
		if s.Kind == machine.Pointer {
			v = append(v, register{true, l.pointer()})
		} else {
			v = append(v, register{false, l.word()})
		}
	}
	return v
}

// typ is a type as instructions and callers need it.
func (l *lowering) typ(t types.Type, pos token.Pos) machine.Type {
	out := machine.Type{ID: l.TypeID(t), Slots: l.slots(t, pos)}
	if m, ok := t.Underlying().(*types.Map); ok {
		out.Key, out.Elem = l.slots(m.Key(), pos), l.slots(m.Elem(), pos)
	}
	return out
}

// typeIndex is the number of a type among those of the code.
func (l *lowering) typeIndex(t types.Type, pos token.Pos) int64 {
	made := machine.Type{ID: l.TypeID(t)}
	if m, ok := t.Underlying().(*types.Map); ok {
		made.Slots, made.Key, made.Elem = l.slots(t, pos), l.slots(m.Key(), pos), l.slots(m.Elem(), pos)
	}
	return l.indexOf(made)
}

// valueIndex is typeIndex of a type of values that are put together; with their methods, if true.
func (l *lowering) valueIndex(t types.Type, methods bool, pos token.Pos) int64 {
	made := machine.Type{ID: l.TypeID(t), Slots: l.slots(t, pos)}
	if methods {
		made.ID = l.TrueID(t)
	}
	return l.indexOf(made)
}

func (l *lowering) indexOf(t machine.Type) int64 {
	for i, known := range l.code.Types {
		if known.ID == t.ID && len(known.Slots) == len(t.Slots) && len(known.Key) == len(t.Key) {
			return int64(i)
		}
	}
	l.code.Types = append(l.code.Types, t)
	return int64(len(l.code.Types) - 1)
}

// lower lowers the function.
func (l *lowering) lower() {
	f := l.f
	switch {
	case len(f.Blocks) == 0:
		l.refuse(f.Pos(), "it has no body")
	case f.Signature.Variadic() && f.Parent() == nil:
		// its callers pass a slice
	}
	Reorder(f)
	l.signature()
	l.findLoops(false)
	l.findInlined()
	l.plan()
	l.prologue()
	l.blocks()
	l.code.Words, l.code.Pointers = l.words+l.mostWords, l.pointers+l.mostPointers
}

// plan decides where values lie, and what is done elsewhere than where it stands.
func (l *lowering) plan() {
	l.locate()
	l.arrange()
}

// locate finds the variables that are registers or lie in the frame.
func (l *lowering) locate() {
	l.findAppended()
	l.findLocals()
	l.eachInlined((*lowering).locate)
}

// arrange gives values their registers, those of calls before those of what they call.
func (l *lowering) arrange() {
	l.fuse()
	l.hoist()
	l.fuseIndexes()
	l.forward()
	l.assign()
	l.eachInlined(func(inner *lowering) {
		inner.inlining.results = l.resultsOf(inner.inlining.call)
		inner.arrange()
	})
}

// eachInlined visits the inlined calls in their order.
func (l *lowering) eachInlined(visit func(inner *lowering)) {
	for _, b := range l.f.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && l.inlined[call] != nil {
				visit(l.inlined[call])
			}
		}
	}
}

func (l *lowering) blocks() {
	for i, b := range l.f.Blocks {
		var next *ssa.BasicBlock
		if i+1 < len(l.f.Blocks) {
			next = l.f.Blocks[i+1]
		}
		l.block(b, next)
	}
	l.patch()
}

// signature gives parameters their registers, from 0, and describes results.
func (l *lowering) signature() {
	for _, p := range append(append([]ssa.Value{}, values(l.f.FreeVars)...), values(l.f.Params)...) {
		l.registers[p] = l.fresh(p.Type(), p.Pos())
		l.code.Params = append(l.code.Params, l.typ(p.Type(), p.Pos()))
	}
	for v := range l.f.Signature.Results().Variables() {
		l.code.Results = append(l.code.Results, l.typ(v.Type(), v.Pos()))
	}
}

func values[V ssa.Value](list []V) []ssa.Value {
	out := make([]ssa.Value, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}

// patch completes jumps.
func (l *lowering) patch() {
	for _, j := range l.jumps {
		in, to := &l.code.Instrs[j.at], l.starts[j.to]
		if entry, ok := l.entries[j.to]; ok && j.first {
			to = entry
		}
		in.K = machine.Distance(to-j.at, int32(in.K))
	}
}
