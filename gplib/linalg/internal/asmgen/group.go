package main

import (
	"fmt"
	"strings"
)

// A group is a number of vectors that are computed alike, or a single number.
type group struct {
	*assembly
	name    string // the label of its loop
	vectors int
	masked  bool // a vector, with lanes marked by K1
	single  bool // a number, in the low lane of a register
}

// Operands of instructions of a group, besides those of [assembly.op]. A vector is the same for all.
type (
	bank    int    // consecutive registers from this number on, one for each vector
	pointer string // consecutive vectors in memory, from the address in this register on
)

// operand returns the operand of the instruction for vector j.
func (g group) operand(o any, j int) any {
	switch o := o.(type) {
	case bank:
		return g.operand(vector(int(o)+j), j)
	case vector:
		if g.single {
			return fmt.Sprintf("X%d", o)
		}
	case pointer:
		if j > 0 {
			return fmt.Sprintf("%d(%s)", 8*g.lanes*j, o)
		}
		return fmt.Sprintf("(%s)", o)
	}
	return o
}

// scalar turns instructions on vectors into those on numbers.
var scalar = strings.NewReplacer("VMOVUPD", "VMOVSD", "VBROADCASTSD", "VMOVSD", "PD", "SD")

// plain writes an instruction for each vector.
func (g group) plain(mnemonic string, operands ...any) {
	if g.single {
		mnemonic = scalar.Replace(mnemonic)
	}
	for j := range g.vectors {
		words := make([]any, len(operands))
		for i, o := range operands {
			words[i] = g.operand(o, j)
		}
		g.op(mnemonic, words...)
	}
}

// each writes an instruction for each vector. Unmarked lanes of a first operand in memory count as 0.
func (g group) each(mnemonic string, operands ...any) {
	const spare = bank(15)
	if p, ok := operands[0].(pointer); ok && g.masked {
		g.read(p, spare)
		operands[0] = spare
	}
	g.plain(mnemonic, operands...)
}

// read loads the vectors. Unmarked lanes become 0.
func (g group) read(p pointer, to bank) {
	if g.masked {
		g.plain("VMOVUPD.Z", p, "K1", to)
	} else {
		g.plain("VMOVUPD", p, to)
	}
}

// write stores the vectors, without unmarked lanes.
func (g group) write(from bank, p pointer) {
	if g.masked {
		g.plain("VMOVUPD", from, "K1", p)
	} else {
		g.plain("VMOVUPD", from, p)
	}
}

// clear sets the vectors to 0.
func (g group) clear(b bank) {
	for j := range g.vectors {
		r := g.operand(b, j)
		g.op(g.zero, r, r, r)
	}
}

// broadcast loads a number into all lanes of a register.
func (g group) broadcast(from string, to vector) {
	g.vectors = 1
	g.plain("VBROADCASTSD", from, to)
}

// loop writes a loop that runs body and moves pointers on until CX counts too few numbers for the group.
func (g group) loop(moving []pointer, body func(g group)) {
	size := g.vectors * g.lanes
	if g.single {
		size = 1
	}
	least := size
	if g.masked {
		least = 1
	}
	g.label(g.name)
	g.op("CMPQ", "CX", least)
	g.op("JLT", g.name+"Done")
	if g.masked {
		g.mark()
	}
	body(g)
	for _, p := range moving {
		g.op("ADDQ", 8*size, p)
	}
	g.op("SUBQ", size, "CX")
	g.op("JMP", g.name)
	g.label(g.name + "Done")
}

// mark sets the bits of K1 below CX.
func (g group) mark() {
	g.op("MOVQ", -1, "AX")
	g.op("SHLQ", "CX", "AX")
	g.op("NOTQ", "AX")
	g.op("KMOVW", "AX", "K1")
}
