package main

import "fmt"

// exp reduces x to k·ln2 + r with |r| < 0.35 and sums the series of exp(r). Results have the same bits
// with both sets where they are normal. These are the rows of its constants (linalg's expConstants); each
// row has the same number four times:
const (
	rangeRow   = 0 // |x| below it has a normal result
	lowRow     = 1 // x below it has the result 0
	inverseRow = 2 // 1/ln2
	roundRow   = 3 // rounds to an integer
	ln2HighRow = 4 // with ln2LowRow: ln2 as a sum
	absRow     = 5 // the mask of an absolute value
	ln2LowRow  = 6
	seriesRow  = 7 // 1/13!, ..., 1/2!, 1, 1
	expRows    = 20
)

// Registers of exp.
const (
	expX      = vector(0)
	expBits   = vector(1) // k in the low bits
	expR      = vector(2)
	expR2     = vector(3) // r²
	expNormal = vector(4) // AVX2: the lanes of normal results
	expAbove  = vector(5) // AVX2: those of results above 0
	expK      = vector(6) // k as a number
	expR4     = vector(7) // r⁴
	expSum    = vector(8) // the series, the result
	// 9 to 11 are terms of the series.
	expConstants = vector(12) // and following
)

// constant returns the operand of a row: a register while there are some, then memory.
func (a *assembly) constant(row int) any {
	if row < a.residentRows() {
		return expConstants + vector(row)
	}
	return constantInMemory(row)
}

func (a *assembly) residentRows() int { return min(expRows, 4*a.lanes-int(expConstants)) }

func constantInMemory(row int) string { return fmt.Sprintf("%d(DX)", 32*row) }

func (a *assembly) loadConstants() {
	for row := range a.residentRows() {
		a.op("VBROADCASTSD", constantInMemory(row), a.constant(row))
	}
}

func (a *assembly) exp() {
	if a.masks {
		a.saturatingExp()
	} else {
		a.normalExp()
	}
}

// saturatingExp takes any numbers. It clamps x to ±746, where results are 0 and +Inf. NaN remains, because
// a minimum or maximum with NaN is the operand that comes first here.
func (a *assembly) saturatingExp() {
	a.function("exp", "(dst, src []float64, constants *[20][4]float64)")
	a.load("dst_base:DI src_base:SI src_len:CX constants:DX")
	a.loadConstants()
	low, high := a.constant(lowRow), a.constant(rangeRow) // no range is needed
	a.op(a.zero, high, high, high)
	a.op("VSUBPD", low, high, high)
	body := func(g group) {
		g.read("SI", bank(expX))
		g.op("VMAXPD", expX, low, expX)
		g.op("VMINPD", expX, high, expX)
		g.reduceAndSum()
		g.op("VSCALEFPD", expK, expSum, expSum)
		g.write(bank(expSum), "DI")
	}
	moving := []pointer{"SI", "DI"}
	group{assembly: a, name: "eight", vectors: 1}.loop(moving, body)
	group{assembly: a, name: "rest", vectors: 1, masked: true}.loop(moving, body)
	a.ret()
}

// normalExp stops at the first vector with a number that is NaN or whose result is neither normal nor 0. It
// returns how many numbers it has written.
func (a *assembly) normalExp() {
	a.function("exp", "(dst, src *float64, n int, constants *[20][4]float64) int")
	a.load("dst:DI src:SI n:CX constants:DX")
	a.loadConstants()
	group{assembly: a, name: "four", vectors: 1}.loop([]pointer{"SI", "DI"}, func(g group) {
		const below, notBelow = 0x11, 0x1d // predicates of comparisons, false for NaN
		low, scratch := a.constant(lowRow), expR
		g.read("SI", bank(expX))
		g.op("VANDPD", a.constant(absRow), expX, scratch)
		g.op("VCMPPD", below, a.constant(rangeRow), scratch, expNormal)
		g.op("VCMPPD", notBelow, low, expX, expAbove)
		g.op("VCMPPD", below, low, expX, scratch)
		g.op("VORPD", expNormal, scratch, scratch)
		g.op("VMOVMSKPD", scratch, "AX")
		g.op("CMPL", "AX", 15)
		g.op("JNE", g.name+"Done")
		g.op("VANDPD", expNormal, expX, expX)
		g.reduceAndSum()
		g.op("VPSLLQ", 52, expBits, expBits) // times 2^k, in the exponent
		g.op("VPADDQ", expBits, expSum, expSum)
		g.op("VANDPD", expAbove, expSum, expSum)
		g.write(bank(expSum), "DI")
	})
	a.op("MOVQ", a.argument("n"), "AX")
	a.op("SUBQ", "CX", "AX")
	a.op("MOVQ", "AX", a.argument("ret"))
	a.ret()
}

// reduceAndSum computes k, r and exp(r) = 1 + r + r²(1/2! + r/3! + ... + r¹¹/13!) from x. The terms are
// summed by pairs, and these by pairs, so that sums do not wait for one anscratch.
func (a *assembly) reduceAndSum() {
	a.op("VMOVUPD", a.constant(roundRow), expBits)
	a.op("VFMADD231PD", a.constant(inverseRow), expX, expBits)
	a.op("VSUBPD", a.constant(roundRow), expBits, expK)
	a.op("VMOVUPD", expX, expR)
	a.op("VFNMADD231PD", a.constant(ln2HighRow), expK, expR)
	a.op("VFNMADD231PD", a.constant(ln2LowRow), expK, expR)
	a.op("VMULPD", expR, expR, expR2)
	a.op("VMULPD", expR2, expR2, expR4)

	// pair is the terms of two rows, without the power of r that they share.
	pair := func(row int, to vector) {
		a.op("VMOVUPD", a.constant(row), to)
		a.op("VFMADD213PD", a.constant(row+1), expR, to)
	}
	const p, q, s = vector(9), vector(10), vector(11)
	pair(seriesRow, p)
	pair(seriesRow+2, q)
	a.op("VFMADD231PD", p, expR2, q)
	pair(seriesRow+4, p)
	pair(seriesRow+6, s)
	a.op("VFMADD231PD", p, expR2, s)
	a.op("VFMADD231PD", q, expR4, s)
	pair(seriesRow+8, expSum)
	a.op("VFMADD231PD", s, expR2, expSum)
	a.op("VFMADD213PD", a.constant(seriesRow+10), expR, expSum)
	a.op("VFMADD213PD", a.constant(seriesRow+11), expR, expSum)
	a.op("VFMADD213PD", expR, expR2, expSum)
	a.op("VADDPD", a.constant(seriesRow+12), expSum, expSum)
}
