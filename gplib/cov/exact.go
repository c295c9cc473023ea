package cov

import (
	"fmt"
	"math"
	"sync/atomic"

	"krigo/internal/derivative"
)

// exact are the derivatives of a Definition's At as its code has them. All copies of a
// function share it.
type exact struct {
	gradient derivative.Gradient
	doubt    atomic.Pointer[string] // what speaks against them
}

func exactOf(at derivative.Kernel) *exact {
	if g := derivative.Of(at); g != nil {
		return &exact{gradient: g}
	}
	return nil
}

// known reports whether the derivatives may be used.
func (e *exact) known() bool { return e != nil && e.doubt.Load() == nil }

// compare checks exact derivatives against differences at some pairs of points, one of
// them a point with itself. If they disagree, the exact ones are dropped.
func (c custom) compare(m *Matrix) {
	if m.n == 0 || !c.exact.known() {
		return
	}
	e, last := c.customRows(m, m), m.n-1
	for _, pair := range [][2]int{{0, 0}, {0, last}, {0, last / 2}, {last / 3, last}} {
		m.row(e.x, pair[0])
		m.row(e.y, pair[1])
		clear(e.g)
		if !c.exact.gradient(e.g, e.x, e.y, e.theta) {
			continue // differences are used there
		}
		middle := e.d.At(e.x, e.y, e.theta)
		for p, exact := range e.g {
			if d := e.differences(p); !d.explains(exact, middle) {
				doubt := fmt.Sprintf("the derivative of %v with respect to %s at x = %v, y = %v is %.6g from the code of its At and %.6g from differences, which were used: "+
					"check that At returns the same value for the same arguments and is smooth in the parameter, or write Definition.Grad",
					c, c.d.Params[p].Name, e.x, e.y, exact, d.slope())
				c.exact.doubt.CompareAndSwap(nil, &doubt)
				return
			}
		}
	}
}

// Doubts returns warnings that Check found about k or its parts, but which are not
// errors: derivatives of a [Custom] function that do not agree. x are inputs that k
// accepts.
func Doubts(k Func, x Inputs) []string {
	if x.Len() == 0 {
		return nil
	}
	var doubts []string
	var ask func(e evaluator)
	ask = func(e evaluator) {
		if c, ok := e.(*customRows); ok && c.exact != nil && c.exact.doubt.Load() != nil {
			doubts = append(doubts, *c.exact.doubt.Load())
		}
		if c, ok := e.(compound); ok {
			for _, part := range c.inner() {
				ask(part)
			}
		}
	}
	first := x.Subset([]int{0})
	ask(rowsOf(k, first, first))
	return doubts
}

// steps are values of At at steps of h/2 and h of a parameter to both sides.
type steps struct{ h, plus, minus, plus2, minus2 float64 }

// differences returns those by parameter p.
func (e *customRows) differences(p int) steps {
	v := e.theta[p]
	h := 1e-3 * math.Max(math.Abs(v), 1e-3)
	at := func(step float64) float64 {
		e.theta[p] = v + step
		return e.d.At(e.x, e.y, e.theta)
	}
	d := steps{h, at(h / 2), at(-h / 2), at(h), at(-h)}
	e.theta[p] = v
	return d
}

// slope returns Richardson's extrapolation of central differences.
func (d steps) slope() float64 {
	return (8*(d.plus-d.minus) - (d.plus2 - d.minus2)) / (6 * d.h)
}

// explains reports whether a derivative equals the one of the differences up to their
// error. Where the values have a kink between the steps, a derivative of either side or
// between these is as good. middle is the value without a step.
func (d steps) explains(exact, middle float64) bool {
	slope := d.slope()
	if math.IsNaN(slope) || math.IsInf(slope, 0) {
		return true // nothing speaks against the derivative
	}
	// The extrapolation is nearer to the derivative than the better of its parts, up to the
	// accuracy of the values, which may come from an iteration.
	largest := max(math.Abs(d.plus2), math.Abs(d.minus2), math.Abs(middle))
	off := 10*math.Abs(slope-(d.plus-d.minus)/d.h) + 1e-9*largest/d.h + 1e-6*math.Abs(slope)
	if math.Abs(exact-slope) <= off {
		return true
	}
	forward, back := (d.plus-middle)*2/d.h, (middle-d.minus)*2/d.h
	forward2, back2 := (d.plus2-middle)/d.h, (middle-d.minus2)/d.h
	// Of a smooth function half the step halves the difference between the sides.
	kinked := math.Abs(forward-back) > 0.75*math.Abs(forward2-back2)
	return kinked && min(forward, back)-off <= exact && exact <= max(forward, back)+off
}
