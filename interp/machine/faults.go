package machine

import (
	"runtime"
	"runtime/debug"
	"unsafe"
)

// fault is why a thread stops.
type fault uint8

const (
	noFault fault = iota
	stopFault
	divideFault
	shiftFault
	nilFault
	indexFault
	columnFault // of Index2
	factorFault // of MulAddIndex
	overflowFault
	// raisedFault is of an instruction that knows what it panics with: Thread.raised.
	raisedFault
)

// failure is what Go panics with for a fault of the innermost thread.
func (t *Thread) failure(f fault) any {
	switch f {
	case divideFault:
		return caught(func() { _ = 1 / zero })
	case shiftFault:
		return caught(func() { _ = 1 << (zero - 1) })
	case nilFault:
		return caught(func() { _ = *nothing })
	case indexFault:
		i, n := *wordAt(t.w, t.pc.C), *wordAt(t.w, uint16(t.pc.K))
		if t.pc.K&UnsignedIndex != 0 {
			return badIndex(uint(i), int(n))
		}
		return badIndex(int(i), int(n))
	case columnFault:
		row := (*sliceHeader)(unsafe.Add(*pointerAt(t.p, t.pc.B), *wordAt(t.w, t.pc.C)*sliceSize))
		return badIndex(int(*wordAt(t.w, uint16(t.pc.K>>16))), int(row.len))
	case factorFault:
		return badIndex(int(*wordAt(t.w, uint16(t.pc.K>>16))), int(*wordAt(t.w, uint16(t.pc.K))))
	case overflowFault:
		debug.SetMaxStack(1 << 20)
		overflow(0)
	}
	return t.raised
}

// zero and nothing are variables, so that the compiler does not know their values.
var (
	zero    = 0
	nothing *int
)

// caught is what f panics with: the runtime's own error.
func caught(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func badIndex[I int | uint](i I, length int) any {
	return caught(func() { _ = make([]struct{}, length)[i] })
}

// overflow ends the process as Go does where a stack is full.
func overflow(depth int) int {
	if depth < 0 {
		return runtime.NumCPU()
	}
	return overflow(depth+1) + 1
}

// left is a function that a panic leaves, and the line at which it is.
type left struct {
	function string
	line     int
}

// trail are the functions that a panic leaves, innermost first.
func (t *Thread) trail() []left {
	var all []left
	if t.within != nil {
		all = t.within.trail()
	}
	all = append(all, t.machine.leftAt(t.pc)...)
	for ; t.depth > 0; t.depth-- {
		all = append(all, t.machine.leftAt(t.calls[t.depth-1].pc)...)
	}
	return all
}

// leftAt are the functions at an instruction: those that were inlined, and the one that has it.
func (m *Machine) leftAt(pc *Instr) []left {
	f, at := m.place(pc)
	if f == nil {
		return nil
	}
	var all []left
	line := f.lines[at]
	for _, in := range f.inlined {
		if in.From <= at && at < in.To {
			all = append(all, left{in.Function, int(line)})
			line = in.Line
		}
	}
	return append(all, left{f.name, int(line)})
}
