package cov

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/internal/jet"
	"krigo/gplib/rkhs/feature"
)

// Warp returns k on inputs in [0, 1] that are warped by Kumaraswamy's distribution
// function,
//
//	w(x_k) = 1 - (1 - x_k^a_k)^b_k
//
// (Snoek et al. 2014, with Kumaraswamy's form for the Beta one), so that it learns
// where functions vary fast. a and b are positive and have one value for all dimensions
// or one for each; at 1 the inputs are unchanged.
func Warp(k Func, a, b []float64) Func {
	if len(a) == 0 || len(a) != len(b) {
		return function{broken{fmt.Errorf("cov: Warp has %d values of a and %d of b", len(a), len(b))}}
	}
	return Deep(k, kumaraswamy{slices.Clone(a), slices.Clone(b)})
}

func init() {
	register("Warp", needs{theta: 2, parts: 1}, func(w written) Func {
		a, b := halves(w.Theta)
		return Warp(w.parts[0], a, b)
	})
}

type kumaraswamy struct{ a, b []float64 }

func (m kumaraswamy) Params() []Param {
	return append(positives("warp.a", m.a), positives("warp.b", m.b)...)
}

func (m kumaraswamy) With(theta []float64) FeatureMap {
	return kumaraswamy{slices.Clone(theta[:len(m.a)]), slices.Clone(theta[len(m.a):])}
}

func (m kumaraswamy) Check(x *Matrix) error {
	if n := len(m.a); n > 1 && n != x.d {
		return fmt.Errorf("cov: Warp has %d values of a, the inputs have dimension %d", n, x.d)
	}
	for j, v := range x.data {
		if v < 0 || v > 1 {
			return fmt.Errorf("cov: Warp takes inputs in [0, 1], x[%d, %d] is %v", j%x.n, j/x.n, v)
		}
	}
	return nil
}

func (m kumaraswamy) Dim(d int) int { return d }

func (m kumaraswamy) String() string { return call("warp", m.a, m.b) }

// spec describes [Deep] functions of these features, without their part.
func (m kumaraswamy) spec() Spec { return Spec{Kind: "Warp", Theta: slices.Concat(m.a, m.b)} }

// Pass returns a pass at a and b.
func (m kumaraswamy) Pass(grad []float64) feature.Pass { return &warpPass{kumaraswamy: m, grad: grad} }

type warpPass struct {
	kumaraswamy
	grad []float64
	x    *mat.Dense // of the last Forward
}

// powers returns x^a_k and (1-x^a_k)^b_k, and the position of a_k and b_k.
func (m kumaraswamy) powers(x float64, k int) (power, rest float64, p int) {
	p = min(k, len(m.a)-1)
	power = math.Pow(x, m.a[p])
	return power, math.Pow(1-power, m.b[p]), p
}

func (p *warpPass) Forward(x *mat.Dense) *mat.Dense {
	p.x = x
	var warped mat.Dense
	warped.Apply(func(_, k int, v float64) float64 {
		_, rest, _ := p.powers(v, k)
		return 1 - rest
	}, x)
	return &warped
}

// Backward returns ∂w/∂x = a b (1-x^a)^(b-1) x^(a-1), ∂w/∂a = x log(x)/a ∂w/∂x and
// ∂w/∂b = -(1-x^a)^b log(1-x^a). At 0 and 1 they are taken to be 0.
func (p *warpPass) Backward(seed *mat.Dense, inputs bool) *mat.Dense {
	clear(p.grad)
	var dx mat.Dense
	dx.Apply(func(i, k int, v float64) float64 {
		power, rest, q := p.powers(v, k)
		if v <= 0 || power >= 1 {
			return 0
		}
		slope := seed.At(i, k) * p.b[q] * rest / (1 - power) * power
		p.grad[q] += slope * math.Log(v)
		p.grad[len(p.a)+q] -= seed.At(i, k) * rest * math.Log1p(-power)
		return slope * p.a[q] / v
	}, p.x)
	if !inputs {
		return nil
	}
	return &dx
}

func (m kumaraswamy) jet(r *jet.Ring, theta, x []jet.Jet) []jet.Jet {
	warped, a, b := make([]jet.Jet, len(x)), theta[:len(m.a)], theta[len(m.a):]
	for k, v := range x {
		rest := v.Pow(of(a, k)).Scale(-1).Shift(1)
		warped[k] = rest.Pow(of(b, k)).Scale(-1).Shift(1)
	}
	return warped
}
