package cov

import (
	"fmt"
	"math"
	"slices"
)

// Warp is k on inputs in [0, 1] that are warped by Kumaraswamy's distribution
// function,
//
//	w(x_k) = 1 - (1 - x_k^a_k)^b_k
//
// (Snoek et al. 2014, with Kumaraswamy's form for the Beta one), which learns
// where functions vary fast. a and b are positive and have one value for all
// dimensions or one for each; at 1 the inputs are unchanged.
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

// spec is of [Deep] functions of these features, but for their part.
func (m kumaraswamy) spec() Spec { return Spec{Kind: "Warp", Theta: slices.Concat(m.a, m.b)} }

// Map: ∂w/∂a = b (1-x^a)^(b-1) x^a log x and ∂w/∂b = -(1-x^a)^b log(1-x^a).
func (m kumaraswamy) Map(dst []float64, jacobian [][]float64, x []float64) {
	for k, v := range x {
		p := min(k, len(m.a)-1)
		power := math.Pow(v, m.a[p])
		rest := math.Pow(1-power, m.b[p])
		dst[k] = 1 - rest
		if jacobian == nil {
			continue
		}
		clear(jacobian[k])
		if v > 0 && power < 1 {
			jacobian[k][p] = m.b[p] * rest / (1 - power) * power * math.Log(v)
			jacobian[k][len(m.a)+p] = -rest * math.Log1p(-power)
		}
	}
}
