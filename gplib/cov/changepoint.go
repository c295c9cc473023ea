package cov

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// Changepoint returns the covariance function of a process that passes from
// before to after about a location, on inputs of one dimension:
//
//	k = (1-σ(x))(1-σ(x')) before(x, x') + σ(x)σ(x') after(x, x'),
//	σ(x) = 1/(1 + exp(-(x - location)/width))
//
// (Saatçi, Turner and Rasmussen 2010; Lloyd et al. 2014, appendix A.2).
// location and width > 0 have the unit of the inputs. location may be any
// number.
func Changepoint(before, after Func, location, width float64) Func {
	parts := []Func{present(before, "Changepoint"), present(after, "Changepoint")}
	return function{changepoint{several{"Changepoint", parts}, location, width}}
}

func init() {
	register("Changepoint", needs{theta: 2, parts: 2}, func(w written) Func { return Changepoint(w.parts[0], w.parts[1], w.Theta[0], w.Theta[1]) })
}

type changepoint struct {
	several
	location, width float64
}

func (c changepoint) label() string { return "changepoint" }

func (c changepoint) params() []Param {
	own := []Param{Real("location", c.location).As(param.RoleLocation), Positive("width", c.width)}
	return joinParams([]named{{"changepoint", own}, {"parts", c.several.params()}})
}

func (c changepoint) with(theta []float64) body {
	return changepoint{c.split(theta[2:]), theta[0], theta[1]}
}

func (c changepoint) check(x Inputs) error {
	m, err := matrixOf("Changepoint", x)
	if err != nil {
		return err
	}
	if m.d != 1 {
		return fmt.Errorf("cov: Changepoint takes inputs of one dimension, not %d", m.d)
	}
	return c.several.check(x)
}

func (c changepoint) String() string {
	return fmt.Sprintf("Changepoint(%v, %v, %.4g, %.4g)", c.parts[0], c.parts[1], c.location, c.width)
}

// shares returns 1-σ and σ at all points.
func (c changepoint) shares(x Inputs) [2][]float64 {
	t := x.(*Matrix).data
	s := [2][]float64{make([]float64, len(t)), make([]float64, len(t))}
	for i, v := range t {
		u := (v - c.location) / c.width
		s[0][i], s[1][i] = 1/(1+math.Exp(u)), 1/(1+math.Exp(-u))
	}
	return s
}

func (c changepoint) diag(dst []float64, a Inputs) {
	clear(dst)
	part := make([]float64, len(dst))
	for q, share := range c.shares(a) {
		c.parts[q].Diag(part, a)
		for i, s := range share {
			dst[i] += s * s * part[i]
		}
	}
}

func (c changepoint) Describe() (Spec, error) {
	return Spec{Kind: "Changepoint", Theta: []float64{c.location, c.width}}.over(c.parts...)
}

func (c changepoint) rows(a, b Inputs) evaluator {
	return &changepointRows{changepoint: c, parts: c.partRows(a, b), a: a.(*Matrix).data, b: b.(*Matrix).data,
		sa: c.shares(a), sb: c.shares(b), k: [2][]float64{make([]float64, chunk), make([]float64, chunk)},
		w: make([]float64, chunk)}
}

type changepointRows struct {
	changepoint
	parts     []partRows
	a, b      []float64
	sa, sb    [2][]float64
	k         [2][]float64
	w         []float64
	i, lo, hi int
}

func (e *changepointRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo, e.hi = i, lo, hi
	clear(dst)
	for q, p := range e.parts {
		k := e.k[q][:hi-lo]
		p.value(k, i, lo, hi)
		floats.Add(dst, e.weights(q, k))
	}
}

// weights returns w times the shares of part q in both points.
func (e *changepointRows) weights(q int, w []float64) []float64 {
	scaled := floats.ScaleTo(e.w[:len(w)], e.sa[q][e.i], w)
	floats.Mul(scaled, e.sb[q][e.lo:e.hi])
	return scaled
}

// slopes calls f with the derivatives of the value of each pair by x and x',
// through σ alone: with k₀ before and k₁ after they are
// σ(1-σ)/width (σ' k₁ - (1-σ') k₀) and the same with x and x' exchanged.
func (e *changepointRows) slopes(f func(j int, byA, byB float64)) {
	beforeA, afterA := e.sa[0][e.i], e.sa[1][e.i]
	for j := range e.hi - e.lo {
		beforeB, afterB := e.sb[0][e.lo+j], e.sb[1][e.lo+j]
		byA := beforeA * afterA / e.width * (afterB*e.k[1][j] - beforeB*e.k[0][j])
		byB := beforeB * afterB / e.width * (afterA*e.k[1][j] - beforeA*e.k[0][j])
		f(j, byA, byB)
	}
}

// grad: ∂/∂location is -∂/∂x - ∂/∂x' through σ, and ∂/∂width the same times
// (x - location)/width and (x' - location)/width.
func (e *changepointRows) grad(grad, w []float64) {
	e.slopes(func(j int, byA, byB float64) {
		ua, ub := (e.a[e.i]-e.location)/e.width, (e.b[e.lo+j]-e.location)/e.width
		grad[0] -= w[j] * (byA + byB)
		grad[1] -= w[j] * (byA*ua + byB*ub)
	})
	for q, p := range e.parts {
		p.grad(grad[2+p.from:2+p.to], e.weights(q, w))
	}
}

func (e *changepointRows) inputGrad(da []float64, db [][]float64, w []float64) {
	e.slopes(func(j int, byA, byB float64) {
		da[0] += w[j] * byA
		db[0][j] += w[j] * byB
	})
	for q, p := range e.parts {
		inputGradOf(p.evaluator, da, db, e.weights(q, w))
	}
}

func (e *changepointRows) inner() []evaluator { return evaluatorsOf(e.parts) }

func (c changepoint) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	share := func(t jet.Jet, sign float64) jet.Jet { // 1-σ for the sign 1, σ for -1
		u := t.Sub(theta[0]).Div(theta[1]).Scale(sign)
		e := u.Scale(-math.Copysign(1, u.Value())).Exp() // at most 1
		if u.Value() > 0 {
			return e.Div(e.Shift(1))
		}
		return e.Shift(1).Power(-1)
	}
	sum := r.Constant(0)
	for q, k := range c.jetsOf(r, theta[2:], x, y) {
		sign := float64(1 - 2*q)
		sum = sum.Add(share(x[0], sign).Mul(share(y[0], sign)).Mul(k))
	}
	return sum
}
