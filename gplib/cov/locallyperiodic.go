package cov

import (
	"fmt"
	"math"
)

// LocallyPeriodic is the covariance function of a repeating pattern that
// changes slowly, with one lengthscale for the pattern and its decay:
//
//	k(x, x') = exp(-2 sin²(πd/p)/l² - d²/(2l²)),  d = |x - x'|,
//
// on inputs of one dimension (Xu, Yin, Zhang, Luo and Cui, 2019, where it is
// called LP). For two lengthscales take Product(Periodic, SE).
func LocallyPeriodic(lengthscale, period float64) Func {
	return function{locallyPeriodic{lengthscale, period}}
}

type locallyPeriodic struct{ length, period float64 }

func (l locallyPeriodic) label() string { return "lp" }

func (l locallyPeriodic) params() []Param {
	return []Param{Positive("lengthscale", l.length), Positive("period", l.period)}
}

func (l locallyPeriodic) with(theta []float64) body {
	return locallyPeriodic{theta[0], theta[1]}
}

func (l locallyPeriodic) check(x Inputs) error {
	m, err := matrixOf("LocallyPeriodic", x)
	if err == nil && m.d != 1 {
		err = fmt.Errorf("cov: LocallyPeriodic takes inputs of one dimension, not %d", m.d)
	}
	return err
}

func (l locallyPeriodic) diag(dst []float64, a Inputs) {
	for i := range dst {
		dst[i] = 1
	}
}

func (l locallyPeriodic) String() string {
	return call("LocallyPeriodic", []float64{l.length, l.period})
}

func (l locallyPeriodic) rows(a, b Inputs) evaluator {
	return &locallyPeriodicRows{
		locallyPeriodic: l,
		a:               a.(*Matrix).col(0),
		b:               b.(*Matrix).col(0),
		diff:            make([]float64, chunk),
		sin:             make([]float64, chunk),
		cos:             make([]float64, chunk),
		k:               make([]float64, chunk),
	}
}

type locallyPeriodicRows struct {
	locallyPeriodic
	a, b []float64
	// diff is x - x'; sin and cos are those of πd/p.
	diff, sin, cos, k []float64
	m                 int
}

func (e *locallyPeriodicRows) value(dst []float64, i, lo, hi int) {
	e.m = hi - lo
	x, l2 := e.a[i], e.length*e.length
	for j, v := range e.b[lo:hi] {
		d := x - v
		s, c := math.Sincos(math.Pi * d / e.period)
		e.diff[j], e.sin[j], e.cos[j] = d, s, c
		e.k[j] = math.Exp(-(2*s*s + d*d/2) / l2)
	}
	copy(dst, e.k[:e.m])
}

// grad: ∂k/∂l = k (4S² + d²)/l³, ∂k/∂p = k (2πd/(p²l²)) sin(2πd/p), with
// S = sin(πd/p).
func (e *locallyPeriodicRows) grad(grad, w []float64) {
	var byLength, byPeriod float64
	for j, wj := range w[:e.m] {
		wk, d, s := wj*e.k[j], e.diff[j], e.sin[j]
		byLength += wk * (4*s*s + d*d)
		byPeriod += wk * d * s * e.cos[j]
	}
	l, p := e.length, e.period
	grad[0] += byLength / (l * l * l)
	grad[1] += byPeriod * 4 * math.Pi / (p * p * l * l)
}
