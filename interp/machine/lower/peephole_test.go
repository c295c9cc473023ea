package lower

import (
	"slices"
	"testing"

	"krigo/interp/machine"
)

// Each code is a function of two words and two pointers that returns words 0 and 1.
func optimized(instrs []machine.Instr, memory ...span) []machine.Instr {
	slot := machine.Type{Slots: []machine.Slot{{}, {}}}
	numbers := machine.Type{Slots: []machine.Slot{{Kind: machine.Pointer}}, Key: []machine.Slot{{}}, Elem: []machine.Slot{{}}}
	c := machine.Code{Types: []machine.Type{numbers}, Words: 8, Pointers: 8, Instrs: instrs, Lines: make([]int32, len(instrs)), Results: []machine.Type{slot}}
	c.Inlined = []machine.Inlined{{From: 0, To: len(instrs)}}
	optimize(&c, memory, false)
	if len(c.Lines) != len(c.Instrs) || c.Inlined[0].To != len(c.Instrs) {
		panic("lines or inlined calls are not those of the instructions")
	}
	return c.Instrs
}

func TestOptimize(t *testing.T) {
	type code = []machine.Instr
	end := machine.Instr{Op: machine.Return}
	load := func(to, from uint16, at int64) machine.Instr {
		return machine.Instr{Op: machine.Load64, A: to, B: from, K: at}
	}
	store := func(to, from uint16, at int64) machine.Instr {
		return machine.Instr{Op: machine.Store64, A: to, B: from, K: at}
	}
	classed := func(class uint16, in machine.Instr) machine.Instr { in.C = class; return in }
	move := func(to, from uint16) machine.Instr { return machine.Instr{Op: machine.Move, A: to, B: from} }
	add := func(to, x, y uint16) machine.Instr { return machine.Instr{Op: machine.Add, A: to, B: x, C: y} }
	address := machine.Instr{Op: machine.Address, A: 3, B: 1, K: 16}
	call := machine.Instr{Op: machine.Call, A: 6, B: 6}
	hold := func(to, from uint16) machine.Instr { return machine.Instr{Op: machine.Hold, A: to, B: from} }
	copyTo := func(to, from uint16) machine.Instr { return machine.Instr{Op: machine.CopyValue, A: to, B: from} }
	frame := func(to uint16) machine.Instr { return machine.Instr{Op: machine.Frame, A: to, B: 4} }
	loadPointer := func(to, from uint16) machine.Instr {
		return machine.Instr{Op: machine.LoadPointer, A: to, B: from}
	}
	assertion, more := machine.Instr{Op: machine.AssertInterface, A: 4, B: 2}, machine.Instr{Op: machine.None, B: machine.NoRegister}
	addPointer := machine.Instr{Op: machine.MovePointer, A: 5, B: 1}
	divide := machine.Instr{Op: machine.Div, A: 0, B: 0, C: 1}
	jump := func(op machine.Op, a uint16, distance int) machine.Instr {
		return machine.Instr{Op: op, A: a, K: machine.Distance(distance, 0)}
	}
	setElement := machine.Instr{Op: machine.SetIndex64, A: 2, B: 0, C: 0, K: 1}
	for _, c := range []struct {
		name       string
		code, want code
		memory     []span
	}{
		{"a copy", code{move(2, 1), add(0, 2, 2), end}, code{add(0, 1, 1), end}, nil},
		{"a copy that is overwritten", code{move(2, 1), add(1, 0, 0), add(0, 2, 2), end}, code{move(2, 1), add(1, 0, 0), add(0, 2, 2), end}, nil},
		{"a value that is moved", code{add(2, 0, 1), move(0, 2), end}, code{add(0, 0, 1), end}, nil},
		{"a value that is moved and read between", code{add(2, 0, 1), add(1, 2, 2), move(0, 2), end}, code{add(0, 0, 1), add(1, 0, 0), end}, nil},
		{"a value that is moved where the target is read between", code{add(2, 0, 1), add(1, 0, 0), move(0, 2), end}, code{add(2, 0, 1), add(1, 0, 0), move(0, 2), end}, nil},
		{"a value that is moved to memory", code{add(2, 0, 1), load(1, 1, 0), move(0, 2), end}, code{add(2, 0, 1), load(1, 1, 0), move(0, 2), end}, []span{{from: 0, n: 1}}},
		{"a value that nothing reads", code{add(2, 0, 1), end}, code{end}, nil},
		{"a value before an assertion that does not read it", code{add(2, 0, 1), assertion, more, end}, code{assertion, more, end}, nil},
		{"a copy that an assertion overwrites", code{move(2, 1), assertion, {Op: machine.None, B: 1}, add(0, 2, 2), end}, code{move(2, 1), assertion, {Op: machine.None, B: 1}, add(0, 2, 2), end}, nil},
		{"a value that a comparison reads", code{addPointer, {Op: machine.Equal, A: 0, B: 2, C: 3}, {Op: machine.None, B: 4, C: 5}, end}, code{addPointer, {Op: machine.Equal, A: 0, B: 2, C: 3}, {Op: machine.None, B: 4, C: 5}, end}, nil},
		{"a value that the other branch reads", code{add(2, 0, 1), {Op: machine.JumpTrue, A: 0, K: machine.Distance(2, 0)}, end, move(0, 2), end}, code{add(2, 0, 1), {Op: machine.JumpTrue, A: 0, K: machine.Distance(2, 0)}, end, move(0, 2), end}, nil},
		{"a division that nothing reads", code{{Op: machine.Div, A: 2, B: 0, C: 1}, end}, code{{Op: machine.Div, A: 2, B: 0, C: 1}, end}, nil},
		{"a load that nothing reads", code{load(2, 1, 8), end}, code{load(2, 1, 8), end}, nil},
		{"a second load that nothing reads", code{load(0, 1, 8), load(2, 1, 16), end}, code{load(0, 1, 8), end}, nil},
		{"a second load of the same", code{load(0, 1, 8), load(2, 1, 8), add(0, 0, 2), end}, code{load(0, 1, 8), add(0, 0, 0), end}, nil},
		{"a load of what was stored", code{store(1, 0, 8), load(2, 1, 8), add(0, 2, 1), end}, code{store(1, 0, 8), add(0, 0, 1), end}, nil},
		{"a load next to what was stored", code{load(0, 1, 8), store(1, 1, 16), load(1, 1, 8), end}, code{load(0, 1, 8), store(1, 1, 16), move(1, 0), end}, nil},
		{"a value that is held to be copied", code{hold(3, 0), copyTo(1, 3), end}, code{copyTo(1, 0), end}, nil},
		{"a value that is held and changed", code{hold(3, 0), store(0, 0, 8), copyTo(1, 3), end}, code{hold(3, 0), store(0, 0, 8), copyTo(1, 3), end}, nil},
		{"a value that is held and read again", code{hold(3, 0), copyTo(1, 3), load(0, 3, 8), end}, code{hold(3, 0), copyTo(1, 3), load(0, 3, 8), end}, nil},
		{"a held value whose original may be nil", code{hold(3, 0), divide, copyTo(1, 3), end}, code{hold(3, 0), divide, copyTo(1, 3), end}, nil},
		{"a held value in a frame", code{frame(2), hold(3, 2), divide, copyTo(1, 3), end}, code{frame(2), divide, copyTo(1, 2), end}, []span{{from: 4, n: 2}}},
		{"a held value in a frame that is cleared", code{frame(2), hold(3, 2), {Op: machine.Clear, A: 4, K: 2}, copyTo(1, 3), end}, code{frame(2), hold(3, 2), {Op: machine.Clear, A: 4, K: 2}, copyTo(1, 3), end}, []span{{from: 4, n: 2}}},
		{"an original that is replaced", code{hold(3, 0), loadPointer(0, 1), copyTo(1, 3), load(0, 0, 0), end}, code{hold(3, 0), loadPointer(0, 1), copyTo(1, 3), load(0, 0, 0), end}, nil},
		{"a load behind a store elsewhere", code{load(0, 1, 8), store(2, 0, 8), load(1, 1, 8), end}, code{load(0, 1, 8), store(2, 0, 8), load(1, 1, 8), end}, nil},
		{"a load of a length behind a store elsewhere", code{classed(inHeader, load(0, 1, 8)), store(2, 0, 8), classed(inHeader, load(1, 1, 8)), end}, code{load(0, 1, 8), store(2, 0, 8), move(1, 0), end}, nil},
		{"a load of a field behind a store of an element", code{classed(inField, load(0, 1, 8)), setElement, classed(inField, load(1, 1, 8)), end}, code{load(0, 1, 8), setElement, move(1, 0), end}, nil},
		{"a load of an element behind a store of an element", code{classed(inElement, load(0, 1, 8)), setElement, classed(inElement, load(1, 1, 8)), end}, code{load(0, 1, 8), setElement, load(1, 1, 8), end}, nil},
		{"a load behind a call", code{load(0, 1, 8), call, load(1, 1, 8), end}, code{load(0, 1, 8), call, load(1, 1, 8), end}, nil},
		{"a load from a pointer that has changed", code{load(0, 1, 8), {Op: machine.LoadPointer, A: 1, B: 1}, load(1, 1, 8), end}, code{load(0, 1, 8), {Op: machine.LoadPointer, A: 1, B: 1}, load(1, 1, 8), end}, nil},
		{"a load in another block", code{load(0, 1, 8), {Op: machine.JumpTrue, A: 0, K: machine.Distance(1, 0)}, load(1, 1, 8), end}, code{load(0, 1, 8), {Op: machine.JumpTrue, A: 0, K: machine.Distance(1, 0)}, load(1, 1, 8), end}, nil},
		{"an argument", code{add(2, 0, 1), move(6, 2), call, move(0, 6), end}, code{add(6, 0, 1), call, move(0, 6), end}, nil},
		{"a result behind another call", code{call, move(2, 6), call, move(0, 2), end}, code{call, move(0, 6), call, end}, nil},
		{"an offset", code{address, load(0, 3, 8), end}, code{load(0, 1, 24), end}, nil},
		{"an offset that is used twice", code{address, load(0, 3, 8), load(1, 3, 0), end}, code{address, load(0, 3, 8), load(1, 3, 0), end}, nil},
		{"a jump to the next", code{{Op: machine.Jump, K: machine.Distance(1, 0)}, end}, code{end}, nil},
		{"a load behind a branch", code{load(0, 1, 8), jump(machine.JumpTrue, 1, 3), load(1, 1, 8), end, end}, code{load(0, 1, 8), jump(machine.JumpTrue, 1, 3), move(1, 0), end, end}, nil},
		{"a jump to a jump", code{jump(machine.JumpTrue, 0, 2), end, jump(machine.Jump, 0, 2), end, add(0, 1, 1), end}, code{jump(machine.JumpTrue, 0, 4), end, jump(machine.Jump, 0, 2), end, add(0, 1, 1), end}, nil},
		{"a jump to one on the same condition", code{jump(machine.JumpFalse, 0, 2), add(1, 0, 0), jump(machine.JumpFalse, 0, 2), end, add(0, 1, 1), end}, code{jump(machine.JumpFalse, 0, 3), add(1, 0, 0), end, add(0, 1, 1), end}, nil},
		{"a jump to one on the contrary condition", code{jump(machine.JumpFalse, 0, 2), add(1, 0, 0), jump(machine.JumpTrue, 0, 2), end, add(0, 1, 1), end}, code{jump(machine.JumpFalse, 0, 3), add(1, 0, 0), jump(machine.Jump, 0, 2), end, add(0, 1, 1), end}, nil},
		{"a jump to one on a condition that is written", code{jump(machine.JumpFalse, 0, 2), add(0, 1, 1), jump(machine.JumpFalse, 0, 2), end, add(0, 1, 1), end}, code{jump(machine.JumpFalse, 0, 4), add(0, 1, 1), jump(machine.JumpFalse, 0, 2), end, add(0, 1, 1), end}, nil},
		{"a jump with a constant to one on that", code{{Op: machine.Const, A: 2, K: 1}, jump(machine.Jump, 0, 2), end, jump(machine.JumpFalse, 2, 2), end, add(0, 1, 1), end}, code{jump(machine.Jump, 0, 3), end, jump(machine.JumpFalse, 2, 2), end, add(0, 1, 1), end}, nil},
		{"two jumps on the type of a value", code{{Op: machine.IsType, A: 2, B: 0}, {}, {Op: machine.Const, A: 4}, jump(machine.JumpFalse, 2, 2), load(4, 1, 0), jump(machine.JumpFalse, 2, 3), move(0, 4), end, add(0, 3, 3), end}, code{{Op: machine.IsType, A: 2, B: 0}, {}, jump(machine.JumpFalse, 2, 3), load(0, 1, 0), end, add(0, 3, 3), end}, nil},
		{"an element of a map that is moved", code{{Op: machine.MapGet, A: 4, B: 1, C: 1}, {A: 5, B: machine.NoRegister, C: 5}, move(0, 4), end}, code{{Op: machine.MapGet, A: 4, B: 1, C: 1}, {A: 5, B: machine.NoRegister, C: 5}, move(0, 4), end}, nil},
		{"a key of a map", code{add(4, 0, 1), {Op: machine.MapSet, A: 5, B: 1, C: 4}, {A: 5, C: 5}, end}, code{add(4, 0, 1), {Op: machine.MapSet, A: 5, B: 1, C: 4}, {A: 5, C: 5}, end}, nil},
		{"a value that is overwritten behind a map's", code{add(4, 0, 1), {Op: machine.MapLen, A: 5, B: 1}, add(0, 5, 5), end}, code{{Op: machine.MapLen, A: 5, B: 1}, add(0, 5, 5), end}, nil},
		{"a new variable that is an argument", code{{Op: machine.NewValue, A: 4}, {Op: machine.MovePointer, A: 6, B: 4}, call, end}, code{{Op: machine.NewValue, A: 6}, call, end}, nil},
		{"a jump over a jump", code{jump(machine.JumpLe, 0, 2), jump(machine.Jump, 0, -1), end}, code{jump(machine.JumpLt, 0, 0), end}, nil},
		{"a jump to itself", code{jump(machine.Jump, 0, 0), end}, code{jump(machine.Jump, 0, 0), end}, nil},
		{"code that defers", code{{Op: machine.Deferring}, end, add(2, 0, 1), end}, code{{Op: machine.Deferring}, end, add(2, 0, 1), end}, nil},
	} {
		if got := optimized(slices.Clone(c.code), c.memory...); !slices.Equal(got, c.want) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", c.name, got, c.want)
		}
	}
}
