package main

import "fmt"

// row returns the group of a row of a tile: three vectors.
func (a *assembly) row() group { return group{assembly: a, vectors: 3} }

// tileRow returns the registers of row i of the tile. It has all registers from number lanes on.
func (a *assembly) tileRow(i int) bank { return bank(a.lanes + 3*i) }

func (a *assembly) tiles() {
	a.multiply()
	a.solve()
	a.transpose()
	a.copy()
}

// multiply adds k outer products of a column of A, whose numbers are at SI and R8 bytes apart, and a row
// of B at DI to a tile of zeros, and alpha times this tile to C.
func (a *assembly) multiply() {
	a.function("multiply", "(k int, a *float64, aRow, aStep int, b *float64, bStep int, alpha float64, c *float64, cRow int)")
	a.load("k:CX a:SI aRow:R8 aStep:R12 b:DI bStep:R13 c:DX cRow:R14")
	a.bytes("R8", "R12", "R13", "R14")
	rows := a.rows("SI", "R8", "R9", "R10", "R11")
	row, right := a.row(), bank(0)
	for i := range rows {
		row.clear(a.tileRow(i))
	}

	a.label("step")
	row.read("DI", right)
	for i, element := range rows {
		factor := vector(3 + i%a.factors)
		a.op("VBROADCASTSD", element, factor)
		row.each("VFMADD231PD", right, factor, a.tileRow(i))
	}
	a.op("ADDQ", "R12", "SI")
	a.op("ADDQ", "R13", "DI")
	a.op("DECQ", "CX")
	a.op("JNZ", "step")

	alpha := vector(0)
	a.op("VBROADCASTSD", a.argument("alpha"), alpha)
	for i := range rows {
		row.each("VFMADD213PD", pointer("DX"), alpha, a.tileRow(i))
		row.write(a.tileRow(i), "DX")
		a.op("ADDQ", "R14", "DX")
	}
	a.ret()
}

// solve goes forward by rows: x_i = (x_i - Σ_j<i L_ij·x_j)·(1/L_ii). SI points to row i of L, AX to L_ij,
// DI to 1/L_ii, BX to the row of X that is loaded and DX to the one that is stored.
func (a *assembly) solve() {
	a.function("solve", "(l *float64, lRow, lStep int, inverses *float64, x *float64, xRow int)")
	a.load("l:SI lRow:R8 lStep:R12 inverses:DI x:DX xRow:R14")
	a.bytes("R8", "R12", "R14")
	a.op("MOVQ", "DX", "BX")
	a.op("MOVQ", "SI", "AX")
	row, factor := a.row(), vector(3)
	for i := range a.lanes {
		row.read("BX", a.tileRow(i))
		a.op("ADDQ", "R14", "BX")
	}
	for i := range a.lanes {
		for j := range i {
			a.op("VBROADCASTSD", "(AX)", factor)
			row.each("VFNMADD231PD", a.tileRow(j), factor, a.tileRow(i))
			a.op("ADDQ", "R12", "AX")
		}
		a.op("VBROADCASTSD", "(DI)", factor)
		row.each("VMULPD", a.tileRow(i), factor, a.tileRow(i))
		row.write(a.tileRow(i), "DX")
		a.op("ADDQ", 8, "DI")
		a.op("ADDQ", "R14", "DX")
		a.op("ADDQ", "R8", "SI")
		a.op("MOVQ", "SI", "AX")
	}
	a.ret()
}

// A stage is a pair of instructions; each makes one vector of the same two.
type stage struct{ low, high string }

var (
	unpack  = stage{"VUNPCKLPD", "VUNPCKHPD"}                 // even numbers, odd numbers
	shuffle = stage{"VSHUFF64X2 $0x88,", "VSHUFF64X2 $0xdd,"} // even pairs of numbers, odd pairs
)

// transpose takes a block through one stage for each factor 2 of its order. A stage makes its vectors of
// neighbours, the low ones in order before the high ones.
func (a *assembly) transpose() {
	a.function("transpose", "(blocks int, dst *float64, dstRow, dstNext int, src *float64, srcRow, srcNext int)")
	a.load("blocks:CX dst:DI dstRow:R13 dstNext:R14 src:SI srcRow:R8 srcNext:R12")
	a.bytes("R13", "R14", "R8", "R12")
	from, to := a.rows("SI", "R8", "R9", "R10", "R11"), a.rows("DI", "R13", "AX", "BX", "DX")

	a.label("block")
	here, there := vector(0), vector(a.lanes)
	for i, address := range from {
		a.op("VMOVUPD", address, here+vector(i))
	}
	for _, s := range a.stages {
		for i := range vector(a.lanes / 2) {
			a.op(s.low, here+2*i+1, here+2*i, there+i)
			a.op(s.high, here+2*i+1, here+2*i, there+i+vector(a.lanes/2))
		}
		here, there = there, here
	}
	for i, address := range to {
		a.op("VMOVUPD", here+vector(i), address)
	}
	a.op("ADDQ", "R12", "SI")
	a.op("ADDQ", "R14", "DI")
	a.op("DECQ", "CX")
	a.op("JNZ", "block")
	a.ret()
}

// copy copies rows that are R8 bytes apart to consecutive ones.
func (a *assembly) copy() {
	a.function("copy", "(rows int, dst *float64, src *float64, srcRow int)")
	a.load("rows:CX dst:DI src:SI srcRow:R8")
	a.bytes("R8")
	row := a.row()

	a.label("row")
	row.read("SI", 0)
	row.write(0, "DI")
	a.op("ADDQ", "R8", "SI")
	a.op("ADDQ", 8*3*a.lanes, "DI")
	a.op("DECQ", "CX")
	a.op("JNZ", "row")
	a.ret()
}

// rows returns the addresses of the rows of a tile or block, which are stride bytes apart. For this it sets
// registers to three, five and seven times the stride.
func (a *assembly) rows(first, stride, three, five, seven string) []string {
	at := func(register string, times int) string { return fmt.Sprintf("(%s)(%s*%d)", register, stride, times) }
	a.op("LEAQ", at(stride, 2), three)
	if a.lanes == 8 {
		a.op("LEAQ", at(stride, 4), five)
		a.op("LEAQ", at(three, 4), seven)
	}
	addresses := []string{"(" + first + ")"}
	for _, offset := range []string{stride + "*1", stride + "*2", three + "*1", stride + "*4", five + "*1", three + "*2", seven + "*1"} {
		addresses = append(addresses, fmt.Sprintf("(%s)(%s)", first, offset))
	}
	return addresses[:a.lanes]
}
