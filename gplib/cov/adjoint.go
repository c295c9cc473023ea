package cov

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

func (e *tapeRows) grad(grad, w []float64) {
	e.reverse(w, e.byParams)
	for n, nd := range e.nodes {
		if nd.op == opParam {
			grad[nd.a] += e.d[n][0]
		}
	}
}

func (e *tapeRows) inputGrad(da []float64, db [][]float64, w []float64) {
	e.reverse(w, e.byInputs)
	for n, nd := range e.nodes {
		switch d := e.of(e.d, n); nd.op {
		case opX:
			da[nd.a] += d[0]
		case opY:
			floats.Add(db[nd.a][:e.m], d)
		case opR2:
			e.distanceGrad(da, db, d)
		}
	}
}

// distanceGrad: ∂r²/∂x_k = 2(x_k - y_k).
func (e *tapeRows) distanceGrad(da []float64, db [][]float64, d []float64) {
	for k, x := range e.x {
		for j, y := range e.b.col(k)[e.lo : e.lo+e.m] {
			g := 2 * d[j] * (x - y)
			da[k] += g
			db[k][j] -= g
		}
	}
}

// reverse sets the adjoints of all nodes that active marks: the derivatives
// of Σ_j w_j k_j by their values.
func (e *tapeRows) reverse(w []float64, active []bool) {
	for n := range e.nodes {
		clear(e.of(e.d, n))
	}
	e.feed(e.root, active, w, nil)
	for n := len(e.nodes) - 1; n >= 0; n-- {
		if nd := e.nodes[n]; active[n] && !nd.op.leaf() {
			e.backward(n, nd, active)
		}
	}
}

// feed adds d times slope (1 where it is nil) to the adjoint of node n,
// summed where that is one number and d a row. A slope of length 1 serves
// all of d.
func (e *tapeRows) feed(n int, active []bool, d, slope []float64) {
	if !active[n] {
		return
	}
	to := e.of(e.d, n)
	switch {
	case slope == nil && len(d) == len(to):
		floats.Add(to, d)
	case slope == nil:
		to[0] += floats.Sum(d)
	case len(slope) == 1 && len(d) == len(to):
		floats.AddScaled(to, slope[0], d)
	case len(slope) == 1:
		to[0] += slope[0] * floats.Sum(d)
	case len(to) == 1:
		to[0] += floats.Dot(d, slope)
	default:
		for j, s := range slope {
			to[j] += d[j] * s
		}
	}
}

func (e *tapeRows) backward(n int, nd node, active []bool) {
	d, v, a := e.of(e.d, n), e.of(e.v, n), e.of(e.v, nd.a)
	one, minus := []float64(nil), minusOne[:]
	switch nd.op {
	case opAdd:
		e.feed(nd.a, active, d, one)
		e.feed(nd.b, active, d, one)
	case opSub:
		e.feed(nd.a, active, d, one)
		e.feed(nd.b, active, d, minus)
	case opNeg:
		e.feed(nd.a, active, d, minus)
	case opExp:
		e.feed(nd.a, active, d, v)
	case opMul:
		e.feed(nd.a, active, d, e.of(e.v, nd.b))
		e.feed(nd.b, active, d, a)
	case opDiv, opPow, opMin, opMax:
		e.backwardPair(nd, d, v, active)
	default:
		e.feed(nd.a, active, d, slopes(nd.op, e.tmp[:len(v)], v, a))
	}
}

var minusOne = [1]float64{-1}

// slopes writes the derivative of an elementary function.
func slopes(o op, dst, v, a []float64) []float64 {
	for j, u := range a {
		switch o {
		case opLog:
			dst[j] = 1 / u
		case opRoot:
			if dst[j] = 0; v[j] > 0 {
				dst[j] = 0.5 / v[j]
			}
		case opAbs:
			dst[j] = sign(u)
		case opSin:
			dst[j] = math.Cos(u)
		case opCos:
			dst[j] = -math.Sin(u)
		case opTan:
			dst[j] = 1 + v[j]*v[j]
		case opTanh:
			dst[j] = 1 - v[j]*v[j]
		case opAtan:
			dst[j] = 1 / (1 + u*u)
		}
	}
	return dst
}

func sign(u float64) float64 {
	switch {
	case u > 0:
		return 1
	case u < 0:
		return -1
	}
	return 0
}

// backwardPair feeds both operands of a division, power, minimum or maximum.
func (e *tapeRows) backwardPair(nd node, d, v []float64, active []bool) {
	a, b := e.of(e.v, nd.a), e.of(e.v, nd.b)
	if nd.op == opDiv && len(b) == 1 {
		e.feedScaled(nd.a, active, d, 1/b[0])
		if active[nd.b] {
			e.d[nd.b][0] -= floats.Dot(d, v) / b[0]
		}
		return
	}
	slope := e.tmp[:len(v)]
	for _, first := range []bool{true, false} {
		to := nd.b
		if first {
			to = nd.a
		}
		if !active[to] {
			continue
		}
		for j := range slope {
			byA, byB := pairSlopes(nd.op, v[j], a[min(j, len(a)-1)], b[min(j, len(b)-1)])
			if slope[j] = byB; first {
				slope[j] = byA
			}
		}
		e.feed(to, active, d, slope)
	}
}

func (e *tapeRows) feedScaled(n int, active []bool, d []float64, s float64) {
	scale := [1]float64{s}
	e.feed(n, active, d, scale[:])
}

// pairSlopes returns the derivatives of a/b, a^b, min and max. Those of a^b are 0
// where the formula's are infinite or undefined, at a = 0.
func pairSlopes(o op, v, a, b float64) (byA, byB float64) {
	switch o {
	case opDiv:
		return 1 / b, -v / b
	case opPow:
		if a != 0 || b > 1 {
			byA = b * math.Pow(a, b-1)
		} else if b == 1 {
			byA = 1
		}
		if a > 0 {
			byB = v * math.Log(a)
		}
		return byA, byB
	case opMin:
		a, b = b, a
	}
	if a > b {
		byA = 1
	} else {
		byB = 1
	}
	return byA, byB
}
