package machine

import (
	"runtime"
	"runtime/debug"
	"strings"
	"unsafe"
)

// fault is the reason why a thread stops.
type fault uint8

const (
	noFault fault = iota
	stopFault
	divideFault
	shiftFault
	nilFault
	indexFault
	columnFault // of Index2
	rowFault    // of MulAddIndex2
	factorFault // of MulAddIndex and MulAddIndex2
	overflowFault
	// raisedFault is of an instruction that knows what it panics with: Thread.raised.
	raisedFault
	// lostFault is of an instruction that would lose a tangent: the derivative is not known.
	lostFault
)

// failure returns Go's panic value for a fault of the innermost thread.
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
		return badIndex(t.register(16), t.rowLength(t.pc.B, t.pc.C))
	case rowFault:
		return badIndex(t.register(48), t.register(0))
	case factorFault:
		if t.pc.Op == MulAddIndex2 || t.pc.Op == DualMulAddIndex2 {
			return badIndex(t.register(16), t.rowLength(uint16(t.pc.K>>32), uint16(t.pc.K>>48)))
		}
		return badIndex(t.register(16), t.register(0))
	case overflowFault:
		debug.SetMaxStack(1 << 20)
		overflow(0)
	}
	return t.raised
}

// register returns the word whose register is in the K of the instruction that failed.
func (t *Thread) register(shift int) int { return int(*wordAt(t.w, uint16(t.pc.K>>shift))) }

// rowLength returns the length of the slice that is element w[i] at p[base].
func (t *Thread) rowLength(base, i uint16) int {
	return int((*sliceHeader)(unsafe.Add(*pointerAt(t.p, base), *wordAt(t.w, i)*sliceSize)).len)
}

// zero and nothing are variables, so that the compiler does not know their values.
var (
	zero    = 0
	nothing *int
)

// caught returns the value with which f panics: the runtime's own error.
func caught(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

func badIndex[I int | uint](i I, length int) any {
	return caught(func() { _ = make([]struct{}, length)[i] })
}

// NilReceiverText returns the text of Go's fault where a method of a type with a package, which takes values, is
// called with a nil pointer.
func NilReceiverText(receiver, method string) string {
	name := receiver[strings.LastIndexByte(receiver, '.')+1:]
	return "value method " + receiver + "." + method + " called using nil *" + name + " pointer"
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

// trail returns the functions that a panic leaves, innermost first.
func (t *Thread) trail() []left {
	all := append(t.left, t.trailTo(0)...)
	t.left = nil
	return all
}

// trailTo returns the functions that a panic leaves which were called at a depth or deeper.
func (t *Thread) trailTo(depth int) []left {
	var all []left
	if t.within != nil {
		all = t.within.trail()
	}
	if t.depth >= depth {
		all = append(all, t.machine.leftAt(t.pc)...)
	}
	for ; t.depth > depth; t.depth-- {
		all = append(all, t.machine.leftAt(t.calls[t.depth-1].pc)...)
	}
	return all
}

// leftAt returns the functions at an instruction: those that were inlined, and the one that has it.
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
