package main

// Registers of passes: banks of four.
const (
	x = bank(0) // operands and results; sums
	y = bank(4)
	z = bank(9)
	// factor is a number in all lanes.
	factor = vector(8)
)

func (a *assembly) passes() {
	a.scaleTo()
	a.sqrtTo()
	a.addScaledTo()
	a.mulTo()
	a.mulAdd()
	a.dot()
	a.weightedSquares()
	a.squaredDistances()
}

// byVectors writes the loops over four vectors and over one.
func (a *assembly) byVectors(moving []pointer, body func(g group)) {
	group{assembly: a, name: "many", vectors: 4}.loop(moving, body)
	group{assembly: a, name: "few", vectors: 1, masked: a.masks}.loop(moving, body)
}

// byNumbers writes the loop over the last numbers, unless masks have made it needless.
func (a *assembly) byNumbers(moving []pointer, body func(g group)) {
	if !a.masks {
		group{assembly: a, name: "one", vectors: 1, single: true}.loop(moving, body)
	}
}

// elementwise writes the loops of a pass without result, and its end.
func (a *assembly) elementwise(moving []pointer, body func(g group)) {
	a.byVectors(moving, body)
	a.byNumbers(moving, body)
	a.ret()
}

// sum writes the loops of a pass that returns the sum of what body adds to x, and its end.
func (a *assembly) sum(moving []pointer, body func(g group)) {
	group{assembly: a, vectors: 4}.clear(x)
	a.byVectors(moving, body)
	a.fold()
	a.byNumbers(moving, body)
	a.op("VMOVSD", "X0", a.argument("ret"))
	a.ret()
}

// fold adds all numbers of x: the sum is in X0.
func (a *assembly) fold() {
	a.op("VADDPD", vector(1), vector(0), vector(0))
	a.op("VADDPD", vector(3), vector(2), vector(2))
	a.op("VADDPD", vector(2), vector(0), vector(0))
	if a.lanes == 8 {
		a.op("VEXTRACTF64X4", 1, "Z0", "Y1")
		a.op("VADDPD", "Y1", "Y0", "Y0")
	}
	a.op("VEXTRACTF128", 1, "Y0", "X1")
	a.op("VADDPD", "X1", "X0", "X0")
	a.op("VHADDPD", "X0", "X0", "X0")
}

func (a *assembly) broadcastFactor(argument string) {
	a.op("VBROADCASTSD", a.argument(argument), factor)
}

func (a *assembly) scaleTo() {
	a.function("scaleTo", "(dst []float64, factor float64, src []float64)")
	a.load("dst_base:DI dst_len:CX src_base:SI")
	a.broadcastFactor("factor")
	a.elementwise([]pointer{"SI", "DI"}, func(g group) {
		g.each("VMULPD", pointer("SI"), factor, x)
		g.write(x, "DI")
	})
}

func (a *assembly) sqrtTo() {
	a.function("sqrtTo", "(dst []float64, factor float64, src []float64)")
	a.load("dst_base:DI dst_len:CX src_base:SI")
	a.broadcastFactor("factor")
	a.elementwise([]pointer{"SI", "DI"}, func(g group) {
		g.each("VMULPD", pointer("SI"), factor, x)
		if g.single {
			g.op("VSQRTSD", "X0", "X0", "X0")
		} else {
			g.each("VSQRTPD", x, x)
		}
		g.write(x, "DI")
	})
}

func (a *assembly) addScaledTo() {
	a.function("addScaledTo", "(dst, a []float64, factor float64, b []float64)")
	a.load("dst_base:DI dst_len:CX a_base:SI b_base:DX")
	a.broadcastFactor("factor")
	a.elementwise([]pointer{"SI", "DX", "DI"}, func(g group) {
		g.read("SI", x)
		g.each("VFMADD231PD", pointer("DX"), factor, x)
		g.write(x, "DI")
	})
}

func (a *assembly) mulTo() {
	a.function("mulTo", "(dst, a, b []float64)")
	a.load("dst_base:DI dst_len:CX a_base:SI b_base:DX")
	a.elementwise([]pointer{"SI", "DX", "DI"}, func(g group) {
		g.read("SI", x)
		g.each("VMULPD", pointer("DX"), x, x)
		g.write(x, "DI")
	})
}

func (a *assembly) mulAdd() {
	a.function("mulAdd", "(dst, a, b []float64)")
	a.load("dst_base:DI dst_len:CX a_base:SI b_base:DX")
	a.elementwise([]pointer{"SI", "DX", "DI"}, func(g group) {
		g.read("SI", x)
		g.read("DI", y)
		g.each("VFMADD231PD", pointer("DX"), x, y)
		g.write(y, "DI")
	})
}

func (a *assembly) dot() {
	a.function("dot", "(a, b []float64) float64")
	a.load("a_base:SI a_len:CX b_base:DX")
	a.sum([]pointer{"SI", "DX"}, func(g group) {
		g.read("SI", y)
		g.each("VFMADD231PD", pointer("DX"), y, x)
	})
}

// In unmarked lanes of weightedSquares, y is 0 and the square may be +Inf, which the weight 0 turns into
// NaN: they are not added.
func (a *assembly) weightedSquares() {
	a.function("weightedSquares", "(w []float64, x float64, y []float64) float64")
	a.load("w_base:SI w_len:CX y_base:DX")
	a.broadcastFactor("x")
	a.sum([]pointer{"SI", "DX"}, func(g group) {
		g.each("VSUBPD", pointer("DX"), factor, y)
		g.each("VMULPD", pointer("SI"), y, z)
		if g.masked {
			g.each("VFMADD231PD", y, z, "K1", x)
		} else {
			g.each("VFMADD231PD", y, z, x)
		}
	})
}

// In squaredDistances, R11 points to x_k, R10 to the y of dimension k, and R9 dimensions are left.
func (a *assembly) squaredDistances() {
	a.function("squaredDistances", "(dst, x, y []float64, stride int)")
	a.load("dst_base:DI dst_len:CX x_base:SI x_len:BX y_base:DX stride:R8")
	a.bytes("R8")
	a.elementwise([]pointer{"DX", "DI"}, func(g group) {
		g.clear(x)
		g.op("MOVQ", "DX", "R10")
		g.op("MOVQ", "SI", "R11")
		g.op("MOVQ", "BX", "R9")

		g.label(g.name + "By")
		g.broadcast("(R11)", factor)
		g.each("VSUBPD", pointer("R10"), factor, y)
		g.each("VFMADD231PD", y, y, x)
		g.op("ADDQ", 8, "R11")
		g.op("ADDQ", "R8", "R10")
		g.op("DECQ", "R9")
		g.op("JNZ", g.name+"By")
		g.write(x, "DI")
	})
}
