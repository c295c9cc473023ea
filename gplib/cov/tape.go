package cov

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
)

// op is the operation of a node on its operands a and b.
type op int

const (
	opConstant op = iota // value
	opParam              // parameter a
	opX                  // coordinate a of the row's point
	opY                  // coordinate a of the columns' points
	opR2
	opNeg
	opExp
	opLog
	opRoot
	opAbs
	opSin
	opCos
	opTan
	opTanh
	opAtan
	opAdd
	opSub
	opMul
	opDiv
	opPow
	opMin
	opMax
)

func (o op) leaf() bool   { return o <= opR2 }
func (o op) binary() bool { return o >= opAdd }

// node is one operation. Operands come before the nodes that use them.
type node struct {
	op    op
	a, b  int
	value float64
}

// tape is a compiled formula: nodes in the order of evaluation.
type tape struct {
	nodes []node
	root  int
	dim   int // coordinates used
	// row reports for each node whether it differs along a row; byParams and byInputs
	// whether it depends on parameters and on coordinates.
	row, byParams, byInputs []bool
}

// finish computes the dependencies.
func (t *tape) finish() {
	n := len(t.nodes)
	t.row, t.byParams, t.byInputs = make([]bool, n), make([]bool, n), make([]bool, n)
	for i, nd := range t.nodes {
		switch {
		case nd.op == opX || nd.op == opY:
			t.dim = max(t.dim, nd.a+1)
			t.row[i], t.byInputs[i] = nd.op == opY, true
		case nd.op == opR2:
			t.row[i], t.byInputs[i] = true, true
		case nd.op == opParam:
			t.byParams[i] = true
		case !nd.op.leaf():
			t.inherit(i, nd.a)
			if nd.op.binary() {
				t.inherit(i, nd.b)
			}
		}
	}
}

func (t *tape) inherit(i, from int) {
	t.row[i] = t.row[i] || t.row[from]
	t.byParams[i] = t.byParams[i] || t.byParams[from]
	t.byInputs[i] = t.byInputs[i] || t.byInputs[from]
}

// tapeRows evaluates a tape: nodes that do not differ along a row hold one
// number, the others a chunk of them. Derivatives come in reverse mode.
type tapeRows struct {
	*tape
	params []float64
	a, b   *Matrix
	x      []float64
	// v and d are the nodes' values and adjoints; vectors have length chunk,
	// numbers length 1.
	v, d  [][]float64
	tmp   []float64
	lo, m int
}

func newTapeRows(t *tape, ps []Param, a, b *Matrix) *tapeRows {
	e := &tapeRows{tape: t, a: a, b: b, x: make([]float64, a.d), tmp: make([]float64, chunk), params: param.Values(ps)}
	for i := range t.nodes {
		size := 1
		if t.row[i] {
			size = chunk
		}
		e.v = append(e.v, make([]float64, size))
		e.d = append(e.d, make([]float64, size))
	}
	return e
}

func (e *tapeRows) value(dst []float64, i, lo, hi int) {
	e.a.row(e.x, i)
	e.lo, e.m = lo, hi-lo
	for n := range e.nodes {
		e.forward(n)
	}
	if !e.row[e.root] {
		fill(dst, e.v[e.root][0])
		return
	}
	copy(dst, e.v[e.root])
}

// of returns the values in use of node n.
func (e *tapeRows) of(all [][]float64, n int) []float64 {
	if e.row[n] {
		return all[n][:e.m]
	}
	return all[n]
}

func (e *tapeRows) forward(n int) {
	nd, v := e.nodes[n], e.of(e.v, n)
	switch nd.op {
	case opConstant:
		v[0] = nd.value
	case opParam:
		v[0] = e.params[nd.a]
	case opX:
		v[0] = e.x[nd.a]
	case opY:
		copy(v, e.b.col(nd.a)[e.lo:])
	case opR2:
		squaredDistances(v, e.x, e.b, e.lo, e.lo+e.m)
	default:
		if nd.op.binary() {
			e.binary(nd, v)
			return
		}
		unary(nd.op, v, e.of(e.v, nd.a))
	}
}

func unary(o op, v, a []float64) {
	switch o {
	case opNeg:
		floats.ScaleTo(v, -1, a)
	case opExp:
		linalg.Exp(v, a)
	default:
		f := elementary[o]
		for j, u := range a {
			v[j] = f(u)
		}
	}
}

var elementary = map[op]func(float64) float64{
	opLog: math.Log, opRoot: math.Sqrt, opAbs: math.Abs, opSin: math.Sin, opCos: math.Cos,
	opTan: math.Tan, opTanh: math.Tanh, opAtan: math.Atan,
}

// binary computes an operation on numbers or rows. A number is spread to a row, unless
// a loop over the row alone is as good.
func (e *tapeRows) binary(nd node, v []float64) {
	a, b := e.of(e.v, nd.a), e.of(e.v, nd.b)
	mixed := e.row[nd.a] != e.row[nd.b]
	switch {
	case mixed && nd.op == opMul && e.row[nd.a]:
		floats.ScaleTo(v, b[0], a)
	case mixed && nd.op == opMul:
		floats.ScaleTo(v, a[0], b)
	case mixed && nd.op == opDiv && e.row[nd.a]:
		floats.ScaleTo(v, 1/b[0], a)
	case mixed && nd.op == opPow && e.row[nd.a]:
		powers(v, a, b[0])
	case mixed && e.row[nd.a]:
		combine(nd.op, v, a, e.spread(b[0]))
	case mixed:
		combine(nd.op, v, e.spread(a[0]), b)
	default:
		combine(nd.op, v, a, b)
	}
}

func (e *tapeRows) spread(s float64) []float64 {
	fill(e.tmp[:e.m], s)
	return e.tmp[:e.m]
}

// powers computes powers, with loops for common exponents.
func powers(v, a []float64, exponent float64) {
	switch exponent {
	case 2:
		floats.MulTo(v, a, a)
	case 3:
		for j, u := range a {
			v[j] = u * u * u
		}
	default:
		for j, u := range a {
			v[j] = math.Pow(u, exponent)
		}
	}
}

func combine(o op, v, a, b []float64) {
	switch o {
	case opAdd:
		floats.AddTo(v, a, b)
	case opSub:
		floats.SubTo(v, a, b)
	case opMul:
		floats.MulTo(v, a, b)
	case opDiv:
		floats.DivTo(v, a, b)
	case opPow:
		for j, u := range a {
			v[j] = math.Pow(u, b[j])
		}
	case opMin:
		for j, u := range a {
			v[j] = math.Min(u, b[j])
		}
	case opMax:
		for j, u := range a {
			v[j] = math.Max(u, b[j])
		}
	}
}

// jet evaluates the tape on Taylor polynomials.
func (t *tape) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	v := make([]jet.Jet, len(t.nodes))
	for i, nd := range t.nodes {
		switch nd.op {
		case opConstant:
			v[i] = r.Constant(nd.value)
		case opParam:
			v[i] = theta[nd.a]
		case opX:
			v[i] = x[nd.a]
		case opY:
			v[i] = y[nd.a]
		case opR2:
			v[i] = distanceJets(r, nil, x, y)
		default:
			if nd.op.binary() {
				v[i] = binaryJets[nd.op](v[nd.a], v[nd.b])
			} else {
				v[i] = unaryJets[nd.op](v[nd.a])
			}
		}
	}
	return v[t.root]
}

var unaryJets = map[op]func(jet.Jet) jet.Jet{
	opNeg: func(a jet.Jet) jet.Jet { return a.Scale(-1) }, opExp: jet.Jet.Exp, opLog: jet.Jet.Log, opRoot: jet.Jet.Sqrt,
	opAbs: jet.Jet.Abs, opSin: jet.Jet.Sin, opCos: jet.Jet.Cos, opTan: jet.Jet.Tan, opTanh: jet.Jet.Tanh, opAtan: jet.Jet.Atan,
}

var binaryJets = map[op]func(a, b jet.Jet) jet.Jet{
	opAdd: jet.Jet.Add, opSub: jet.Jet.Sub, opMul: jet.Jet.Mul, opDiv: jet.Jet.Div, opPow: jet.Jet.Pow, opMin: jet.Jet.Min, opMax: jet.Jet.Max,
}
