package lower

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine"
)

// assembly is the code that is made, for a function and those that are inlined in it, with the registers that are given
// out. A register is given out once; the frames of calls begin behind the last one.
type assembly struct {
	admission *admission
	world     World
	pos       token.Pos // of the function

	code     machine.Code
	pooled   map[int64]uint16 // constants with registers of their own
	words    int
	pointers int
	inlined  int // instructions of the functions that are inlined
	line     int32
	memory   []span // words that are memory: pointers refer to them

	// The frames of calls begin there, and are so large.
	frameWords, framePointers int
	mostWords, mostPointers   int
}

// pool loads a constant into a register of its own.
func (as *assembly) pool(bits int64) {
	if _, known := as.pooled[bits]; !known {
		as.pooled[bits] = as.word()
		as.emit(machine.Const, as.pooled[bits], 0, 0, bits)
	}
}

// move is one of those that happen at once.
type move struct{ to, from register }

// moveAll emits moves so that none reads what another has written.
func (as *assembly) moveAll(moves []move) {
	var left []move
	for _, m := range moves {
		if m.to != m.from {
			left = append(left, m)
		}
	}
	for len(left) > 0 {
		ready := -1
		for i, m := range left {
			if !isRead(left, m.to, i) {
				ready = i
				break
			}
		}
		if ready < 0 { // all are in cycles: one goes by way of another register
			m := left[0]
			spare := register{m.from.pointer, 0}
			if spare.pointer {
				spare.number = as.pointer()
			} else {
				spare.number = as.word()
			}
			as.move(spare, m.from)
			for i := range left {
				if left[i].from == m.from {
					left[i].from = spare
				}
			}
			continue
		}
		as.move(left[ready].to, left[ready].from)
		left = append(left[:ready], left[ready+1:]...)
	}
}

func isRead(moves []move, r register, except int) bool {
	for i, m := range moves {
		if i != except && m.from == r {
			return true
		}
	}
	return false
}

func (as *assembly) move(to, from register) {
	switch {
	case to == from:
	case to.pointer:
		as.emit(machine.MovePointer, to.number, from.number, 0, 0)
	default:
		as.emit(machine.Move, to.number, from.number, 0, 0)
	}
}

// at sets the line of what follows.
func (as *assembly) at(in ssa.Instruction) {
	if pos := Position(in); pos.IsValid() {
		as.line = int32(as.world.Line(pos))
	}
}

// extern describes a compiled function, or the type of a function value.
func (as *assembly) extern(symbol string, t types.Type, s *types.Signature, pos token.Pos) int64 {
	e := as.externOf(s, pos)
	e.Symbol = symbol
	if t != nil {
		e.Type = as.world.TypeID(t)
	}
	as.code.Externs = append(as.code.Externs, e)
	return int64(len(as.code.Externs) - 1)
}

func (as *assembly) externOf(s *types.Signature, pos token.Pos) (e machine.Extern) {
	for v := range s.Params().Variables() {
		e.Params = append(e.Params, machine.Type{Slots: as.admission.slots(v.Type(), pos)})
	}
	for v := range s.Results().Variables() {
		e.Results = append(e.Results, machine.Type{Slots: as.admission.slots(v.Type(), pos)})
	}
	return e
}

// frameWord and framePointer are registers of the frame of a call.
func (as *assembly) frameWord(i int) uint16 {
	as.mostWords = max(as.mostWords, i+1)
	if as.frameWords+i >= machine.NoRegister {
		as.refuseLength()
	}
	return uint16(as.frameWords + i)
}

func (as *assembly) framePointer(i int) uint16 {
	as.mostPointers = max(as.mostPointers, i+1)
	if as.framePointers+i >= machine.NoRegister {
		as.refuseLength()
	}
	return uint16(as.framePointers + i)
}

func (as *assembly) zero(v value) {
	for _, r := range v {
		if r.pointer {
			as.emit(machine.Nil, r.number, 0, 0, 0)
		} else {
			as.emit(machine.Const, r.number, 0, 0, 0)
		}
	}
}

// register is a word or a pointer.
type register struct {
	pointer bool
	number  uint16
}

// value is the registers of a value, in the order of its slots.
type value []register

// count returns the number of words and of pointers.
func (v value) count() (words, pointers uint16) {
	for _, r := range v {
		if r.pointer {
			pointers++
		} else {
			words++
		}
	}
	return words, pointers
}

// refuseLength refuses the function as a whole.
func (as *assembly) refuseLength() {
	panic(&Refusal{Pos: as.pos, Message: "it has more values at a time than there are registers"})
}

// emit appends an instruction.
func (as *assembly) emit(op machine.Op, a, b, c uint16, k int64) int {
	as.code.Instrs = append(as.code.Instrs, machine.Instr{Op: op, A: a, B: b, C: c, K: k})
	as.code.Lines = append(as.code.Lines, as.line)
	return len(as.code.Instrs) - 1
}

// land has a jump without a target go to the next instruction.
func (as *assembly) land(jump int) {
	as.code.Instrs[jump].K = machine.Distance(len(as.code.Instrs)-jump, 0)
}

// word returns a new register for a number, and pointer one for a pointer.
func (as *assembly) word() uint16 {
	if as.words >= machine.NoRegister-1 {
		as.refuseLength()
	}
	as.words++
	return uint16(as.words - 1)
}

func (as *assembly) wordsInRow(n int) uint16 {
	first := as.word()
	for range n - 1 {
		as.word()
	}
	return first
}

// memoryOf returns the first of the words that are the memory of a variable of type t.
func (as *assembly) memoryOf(t types.Type) uint16 {
	n := int((sizes.Sizeof(t) + 7) / 8)
	first := as.wordsInRow(n)
	as.memory = append(as.memory, span{from: int(first), n: n})
	return first
}

func (as *assembly) pointer() uint16 {
	if as.pointers >= machine.NoRegister-1 {
		as.refuseLength()
	}
	as.pointers++
	return uint16(as.pointers - 1)
}

// fresh makes registers for a value of type t. Words that lie side by side in a slice are neighbours.
func (as *assembly) fresh(t types.Type, pos token.Pos) value {
	var v value
	for _, s := range as.admission.slots(t, pos) {
		if s.Kind == machine.Pointer {
			v = append(v, register{true, as.pointer()})
		} else {
			v = append(v, register{false, as.word()})
		}
	}
	return v
}

// typ returns a type as instructions and callers need it.
func (as *assembly) typ(t types.Type, pos token.Pos) machine.Type {
	out := machine.Type{ID: as.world.TypeID(t), Slots: as.admission.slots(t, pos)}
	if m, ok := t.Underlying().(*types.Map); ok {
		out.Key, out.Elem = as.admission.slots(m.Key(), pos), as.admission.slots(m.Elem(), pos)
	}
	return out
}

// typeIndex returns the index of a type in the code's table of types.
func (as *assembly) typeIndex(t types.Type, pos token.Pos) int64 {
	made := machine.Type{ID: as.world.TypeID(t)}
	if m, ok := t.Underlying().(*types.Map); ok {
		made.Slots, made.Key, made.Elem = as.admission.slots(t, pos), as.admission.slots(m.Key(), pos), as.admission.slots(m.Elem(), pos)
	}
	return as.indexOf(made)
}

// valueIndex is typeIndex for a type whose values are assembled; with their methods, if true.
func (as *assembly) valueIndex(t types.Type, methods bool, pos token.Pos) int64 {
	made := machine.Type{ID: as.world.TypeID(t), Slots: as.admission.slots(t, pos)}
	if methods {
		made.ID = as.world.TrueID(t)
	}
	return as.indexOf(made)
}

func (as *assembly) indexOf(t machine.Type) int64 {
	for i, known := range as.code.Types {
		if known.ID == t.ID && len(known.Slots) == len(t.Slots) && len(known.Key) == len(t.Key) && len(known.Elem) == len(t.Elem) {
			return int64(i)
		}
	}
	as.code.Types = append(as.code.Types, t)
	return int64(len(as.code.Types) - 1)
}

// spare returns a pointer that nothing reads.
func (as *assembly) spare() uint16 { return as.pointer() }

// atValue sets the line to a fused value's.
func (as *assembly) atValue(v ssa.Value) {
	if v.Pos().IsValid() {
		as.line = int32(as.world.Line(v.Pos()))
	}
}

// freshNeighbours returns new adjacent registers.
func (as *assembly) freshNeighbours(t types.Type, pos token.Pos) value { return as.fresh(t, pos) }

func besides(v value) bool {
	var words, pointers []uint16
	for _, r := range v {
		if r.pointer {
			pointers = append(pointers, r.number)
		} else {
			words = append(words, r.number)
		}
	}
	for _, list := range [][]uint16{words, pointers} {
		for i := 1; i < len(list); i++ {
			if list[i] != list[0]+uint16(i) {
				return false
			}
		}
	}
	return true
}

// first returns the first word and the first pointer of a value.
func first(v value) (word, pointer uint16) {
	for i := len(v) - 1; i >= 0; i-- {
		if v[i].pointer {
			pointer = v[i].number
		} else {
			word = v[i].number
		}
	}
	return word, pointer
}
