package lower

import (
	"strings"

	"krigo/interp/machine"
)

// effects.go: the registers that instructions read and write, for the passes over machine code.

// span is adjacent registers that an instruction reads or writes. If field is set, the register is a single one that
// the instruction names in this field, and another may take its place.
type span struct {
	pointer bool
	from, n int
	field   byte
}

// endless is the length of the span of a frame: all registers from its first on belong to the call.
const endless = 1 << 16

// effect describes the registers that an instruction reads and writes, and what else it does.
type effect struct {
	reads, writes []span
	opaque        bool // it may read and write any register
	ends          bool // control does not go on behind it
	writesMemory  bool
	pure          bool // it only writes registers, and cannot fail
}

// canFail has the operations with named registers that are not pure: they fail for some values, or jump.
func canFail(op machine.Op) bool {
	name := op.String()
	switch op {
	case machine.Div, machine.UDiv, machine.Rem, machine.URem, machine.CheckShift, machine.Address, machine.Element, machine.MulAddIndex, machine.MulAddIndex2:
		return true
	}
	return op.Jumps() || strings.HasPrefix(name, "Load") || strings.HasPrefix(name, "Index") || strings.HasPrefix(name, "Store") || strings.HasPrefix(name, "SetIndex") || strings.HasPrefix(name, "Dual")
}

// named returns spans of registers as [machine.Op.Operands] names them.
func named(in machine.Instr, names string) (all []span) {
	for ; names != ""; names = names[2:] {
		all = append(all, span{names[0] == 'p', int(register16(in, names[1])), 1, names[1]})
	}
	return all
}

// register16 returns the register that an instruction names in a field, and setRegister16 sets it.
func register16(in machine.Instr, field byte) uint16 {
	switch field {
	case 'A':
		return in.A
	case 'B':
		return in.B
	case 'C':
		return in.C
	}
	return uint16(in.K >> (16 * (field - 'D')))
}

func setRegister16(in *machine.Instr, field byte, r uint16) {
	switch field {
	case 'A':
		in.A = r
	case 'B':
		in.B = r
	case 'C':
		in.C = r
	default:
		shift := 16 * (field - 'D')
		in.K = in.K&^(0xffff<<shift) | int64(r)<<shift
	}
}

// effectOf returns what instruction i of code does.
func effectOf(code *machine.Code, i int) effect {
	in := code.Instrs[i]
	if writes, reads, ok := strings.Cut(in.Op.Operands(), "="); ok {
		e := effect{reads: named(in, reads), writes: named(in, writes)}
		e.pure = !canFail(in.Op)
		e.ends = in.Op == machine.Jump
		name := in.Op.String()
		e.writesMemory = strings.HasPrefix(name, "Store") || strings.HasPrefix(name, "SetIndex")
		return e
	}
	var more machine.Instr
	if i+1 < len(code.Instrs) {
		more = code.Instrs[i+1]
	}
	words := func(first uint16, n int) span { return span{from: int(first), n: n} }
	pointers := func(first uint16, n int) span { return span{pointer: true, from: int(first), n: n} }
	result := func(pointer bool) []span { return []span{{pointer, int(in.A), 1, 'A'}} }
	value := func(slots []machine.Slot, w, p uint16) []span {
		n, m := machine.Count(slots)
		return []span{words(w, n), pointers(p, m)}
	}
	frame := []span{words(in.A, endless), pointers(in.B, endless)}
	switch in.Op {
	case machine.None:
		return effect{}
	case machine.Return:
		var slots []machine.Slot
		for _, t := range code.Results {
			slots = append(slots, t.Slots...)
		}
		return effect{reads: value(slots, 0, 0), ends: true}
	case machine.Raise:
		return effect{reads: value(code.Types[in.K].Slots, in.A, in.B), ends: true}
	case machine.FailAssertion:
		return effect{reads: []span{pointers(in.B, 2)}, ends: true}
	case machine.NilReceiver:
		return effect{reads: []span{pointers(in.A, 1), words(in.B, 1)}, ends: true}
	case machine.Call, machine.CallGo:
		return effect{reads: frame, writes: frame, writesMemory: true}
	case machine.CallValue:
		return effect{reads: append(frame, pointers(in.C, 1)), writes: frame, writesMemory: true}
	case machine.CallMethod:
		return effect{reads: append(frame, pointers(in.C, 2)), writes: frame, writesMemory: true}
	case machine.IsType:
		return effect{reads: []span{pointers(in.B, 2)}, writes: result(false)}
	case machine.Row:
		length := uint16(in.K >> 16)
		return effect{reads: named(in, "pBuCuD"), writes: []span{pointers(in.A, 1), words(length, 2)}}
	case machine.SliceOf:
		reads := []span{pointers(in.B, 1), words(in.C, 2)}
		for shift := 0; shift < 48; shift += 16 {
			if r := uint16(in.K >> shift); r != machine.NoRegister {
				reads = append(reads, words(r, 1))
			}
		}
		return effect{reads: reads, writes: []span{pointers(in.A, 1), words(more.A, sliced(more))}}
	case machine.NewValue, machine.MapMake:
		return effect{writes: result(true)}
	case machine.Frame: // the words are memory, which is read and written at the pointer
		return effect{writes: result(true), pure: true}
	case machine.Clear:
		return effect{writes: []span{words(in.A, int(in.K))}, writesMemory: true}
	case machine.Hold:
		return effect{reads: named(in, "pB"), writes: result(true)}
	case machine.CopyValue:
		return effect{reads: named(in, "pApB"), writesMemory: true}
	case machine.Make:
		return effect{reads: []span{words(in.B, 1), words(in.C, 1)}, writes: []span{pointers(in.A, 1), words(more.A, 2)}}
	case machine.Append:
		return effect{reads: []span{pointers(in.B, 1), pointers(in.C, 1), words(more.B, 2), words(more.C, 1)}, writes: []span{pointers(in.A, 1), words(more.A, 2)}, writesMemory: true}
	case machine.AppendValue:
		reads := append(value(code.Types[in.K].Slots, in.C, more.C), pointers(in.B, 1), words(more.B, 2))
		return effect{reads: reads, writes: []span{pointers(in.A, 1), words(more.A, 2)}, writesMemory: true}
	case machine.Compare:
		return effect{reads: []span{pointers(in.B, 1), pointers(in.C, 1), words(more.B, 1), words(more.C, 1)}, writes: []span{words(in.A, 1)}}
	case machine.Join:
		return effect{reads: []span{pointers(in.B, 1), pointers(in.C, 1), words(more.B, 1), words(more.C, 1)}, writes: []span{pointers(in.A, 1), words(more.A, 1)}}
	case machine.MapGet:
		m := code.Types[in.K]
		writes := value(m.Elem, in.A, more.A)
		if more.B != machine.NoRegister {
			writes = append(writes, words(more.B, 1))
		}
		return effect{reads: append(value(m.Key, in.C, more.C), pointers(in.B, 1)), writes: writes}
	case machine.MapSet:
		m := code.Types[in.K]
		reads := append(value(m.Key, in.C, more.C), value(m.Elem, in.A, more.A)...)
		return effect{reads: append(reads, pointers(in.B, 1)), writesMemory: true}
	case machine.MapDelete:
		return effect{reads: append(value(code.Types[in.K].Key, in.C, more.C), pointers(in.B, 1)), writesMemory: true}
	case machine.MapLen:
		return effect{reads: []span{pointers(in.B, 1)}, writes: result(false)}
	case machine.Closure:
		return effect{reads: []span{pointers(in.B, int(in.C)), words(more.B, int(more.C))}, writes: result(true)}
	case machine.AssertInterface:
		writes := []span{pointers(in.A, 2)}
		if more.B != machine.NoRegister {
			writes = append(writes, words(more.B, 1))
		}
		return effect{reads: []span{pointers(in.B, 2)}, writes: writes}
	case machine.Equal:
		slots := code.Types[in.K].Slots
		return effect{reads: append(value(slots, in.B, in.C), value(slots, more.B, more.C)...), writes: result(false)}
	case machine.Box:
		return effect{reads: value(code.Types[in.K].Slots, in.B, in.C), writes: []span{pointers(in.A, 2)}}
	}
	return effect{opaque: true, writesMemory: true}
}

// sliced is the number of words that a slice expression writes.
func sliced(more machine.Instr) int {
	if machine.Sliced(more.B) == machine.SlicedString {
		return 1
	}
	return 2
}
