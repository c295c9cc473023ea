package machine

import (
	"strings"
	"unsafe"
)

// Op is an operation.
type Op uint16

func (o Op) String() string { return opNames[o] }

// Operands returns the registers that an operation writes, a sign =, and the registers that it reads: two letters each.
// The first is the register's content (i and u an integer, f a float64, g a float32, p a pointer; loads, stores and
// Move name all words u) and the second its name: A, B, C, or D, E, F and G for the 16 bits of K, from the lowest. It
// is a question mark if the operation does more with registers.
func (o Op) Operands() string { return opOperands[o] }

// Instr is an instruction. A, B and C are registers, K is a constant. Where it goes to is the upper half of
// K, as a distance in bytes. An instruction with more operands has them in the next, whose operation is None.
type Instr struct {
	Op      Op     `json:"o"`
	A, B, C uint16 `json:",omitempty"`
	K       int64  `json:",omitempty"`
}

const instrSize = unsafe.Sizeof(Instr{})

// Distance returns the K of an instruction that jumps n instructions ahead, with a constant of 32 bits.
func Distance(n int, constant int32) int64 {
	return int64(n*int(instrSize))<<32 | int64(uint32(constant))
}

// Target returns the relative target, in instructions, of an instruction with a Distance.
func (in Instr) Target() int { return int(in.K>>32) / int(instrSize) }

// Jumps reports whether instructions with an operation have a Distance.
func (o Op) Jumps() bool { return strings.Contains(opNames[o], "Jump") }

// UnsignedIndex is set in the K of an instruction whose index has an unsigned type, for the message of its fault.
const UnsignedIndex = 1 << 62

// mostSize masks the size of an element in the K of Element.
const mostSize = 1<<40 - 1

// NoRegister is the number that stands for no register.
const NoRegister = 1<<16 - 1

// SlotKind is the representation of a part of a value in memory.
type SlotKind uint8

// The kinds of slots. Float64 and numbers of 64 bits are Word.
const (
	Word SlotKind = iota
	Int8
	Int16
	Int32
	Uint8
	Uint16
	Uint32
	Pointer
)

var slotSizes = [...]uintptr{8, 1, 2, 4, 1, 2, 4, unsafe.Sizeof(uintptr(0))}

// Slot is a part of a value that has a register.
type Slot struct {
	Kind   SlotKind `json:"k,omitempty"`
	Offset uintptr  `json:"o,omitempty"`
	// Held marks the only slot of a type whose values have too many parts: a Pointer to a copy that nothing changes.
	Held bool `json:"h,omitempty"`

	typ *typeInfo // of what is held, once the code is linked
}

// Holds reports whether slots are a pointer to a copy of the value.
func Holds(slots []Slot) bool { return len(slots) == 1 && slots[0].Held }

// Count returns the number of words and of pointers among slots.
func Count(slots []Slot) (words, pointers int) {
	for _, s := range slots {
		if s.Kind == Pointer {
			pointers++
		} else {
			words++
		}
	}
	return words, pointers
}

// Code is a function as instructions, with the things they refer to: until the function is linked, the K of a call
// is the index of the callee, and so on.
type Code struct {
	Name   string  `json:"name"`
	Instrs []Instr `json:"instrs"`
	Lines  []int32 `json:"lines"` // of instructions, 0 where they cannot fail
	// Words and Pointers are the number of registers.
	Words    int `json:"words"`
	Pointers int `json:"pointers"`
	// Params and Results have their registers in order, from 0.
	Params  []Type `json:"params,omitempty"`
	Results []Type `json:"results,omitempty"`
	// Callees are names of functions, Externs what is compiled, and Types what New and its like make.
	Callees []string `json:"callees,omitempty"`
	Externs []Extern `json:"externs,omitempty"`
	Types   []Type   `json:"types,omitempty"`
	// Texts are strings, which need not be UTF-8, as JSON has them.
	Texts [][]byte `json:"texts,omitempty"`
	// Values are functions of the machine as function values.
	Values []FunctionRef `json:"values,omitempty"`
	// Variables are names of variables.
	Variables []string `json:"variables,omitempty"`
	// Inlined are the calls that are replaced by their functions' code, inner ones first, and Plain is the
	// code with calls instead, for when one of these functions is redirected.
	Inlined []Inlined `json:"inlined,omitempty"`
	Plain   *Code     `json:"plain,omitempty"`
}

// Named returns the code, and its Plain, under another name.
func (c Code) Named(name string) Code {
	c.Name = name
	if c.Plain != nil {
		plain := c.Plain.Named(name)
		c.Plain = &plain
	}
	return c
}

// FunctionRef is a function as a value of a type: one of the machine by its name, or a compiled one by its symbol.
type FunctionRef struct {
	Name   string `json:"name,omitempty"`
	Symbol string `json:"symbol,omitempty"`
	Type   int    `json:"type"`
}

// Inlined is a call that was inlined: the function, the line of the call, and the instructions.
type Inlined struct {
	Function string `json:"function"`
	Line     int32  `json:"line"`
	From     int    `json:"from"`
	To       int    `json:"to"`
}

// Type is a Go type, identified by an ID, and its slots.
type Type struct {
	ID    int    `json:"id"`
	Slots []Slot `json:"slots,omitempty"`
	// Key and Elem are the slots of a map's keys and elements.
	Key  []Slot `json:"key,omitempty"`
	Elem []Slot `json:"elem,omitempty"`
}

// Extern is a compiled function, the type of a function value, or a method of an interface type.
type Extern struct {
	Symbol string `json:"symbol,omitempty"`
	Type   int    `json:"type"`
	// Method is a name, Package its package if it is not exported, and Iface the interface type's ID. Type is the type of
	// a function with the receiver, a pointer, as its first parameter.
	Method  string `json:"method,omitempty"`
	Package string `json:"package,omitempty"`
	Iface   int    `json:"iface,omitempty"`
	Params  []Type `json:"params,omitempty"`
	Results []Type `json:"results,omitempty"`
}
