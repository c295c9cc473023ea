package cov

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
)

// PeriodicARD returns [Periodic] with a lengthscale and a period for each dimension:
//
//	k(x, x') = exp(-2 Σ_k sin²(π(x_k - x'_k)/p_k)/l_k²).
//
// Both slices have the inputs' dimension.
func PeriodicARD(lengthscale, period []float64) Func {
	if len(lengthscale) != len(period) || len(period) == 0 {
		return function{broken{fmt.Errorf("cov: PeriodicARD has %d lengthscales and %d periods", len(lengthscale), len(period))}}
	}
	return function{periodicARD{slices.Clone(lengthscale), slices.Clone(period)}}
}

func init() {
	register("PeriodicARD", needs{theta: 2}, func(w written) Func { return PeriodicARD(halves(w.Theta)) })
}

type periodicARD struct{ length, period []float64 }

func (p periodicARD) label() string { return "periodic" }

func (p periodicARD) params() []Param {
	return append(positives("lengthscale", p.length), as(param.RolePeriod, positives("period", p.period))...)
}

func (p periodicARD) with(theta []float64) body {
	d := len(p.length)
	return periodicARD{slices.Clone(theta[:d]), slices.Clone(theta[d:])}
}

func (p periodicARD) check(x Inputs) error {
	m, err := matrixOf("PeriodicARD", x)
	if err == nil && m.d != len(p.length) {
		err = fmt.Errorf("cov: PeriodicARD has %d periods, the inputs have dimension %d", len(p.period), m.d)
	}
	return err
}

func (p periodicARD) diag(dst []float64, _ Inputs) { fill(dst, 1) }
func (p periodicARD) String() string               { return call("PeriodicARD", p.length, p.period) }

func (p periodicARD) Describe() (Spec, error) { return describeLeaf("PeriodicARD", p.params()) }

func (p periodicARD) separate(s *separation, at, dims []int) error {
	if len(p.length) != len(dims) {
		return fmt.Errorf("cov: PeriodicARD has %d periods, the inputs have dimension %d", len(p.length), len(dims))
	}
	for j, d := range dims {
		s.multiply(d, Periodic(p.length[j], p.period[j]), []int{at[j], at[len(dims)+j]}, nil)
	}
	return nil
}

func (p periodicARD) rows(a, b Inputs) evaluator {
	ma, mb := a.(*Matrix), b.(*Matrix)
	return &periodicARDRows{p, ma, mb, phasesOf(ma, p.period...), phasesOf(mb, p.period...),
		make([]float64, chunk), 0, 0, 0}
}

type periodicARDRows struct {
	periodicARD
	a, b      *Matrix
	pa, pb    phases
	k         []float64
	i, lo, hi int
}

func (e *periodicARDRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo, e.hi = i, lo, hi
	clear(dst)
	for d, l := range e.length {
		sinX, cosX := e.pa.sin.col(d)[i], e.pa.cos.col(d)[i]
		sin, cos := e.pb.sin.col(d)[lo:hi], e.pb.cos.col(d)[lo:hi]
		for j := range dst {
			s := (sinX*cos[j] - cosX*sin[j]) / l
			dst[j] -= 2 * s * s
		}
	}
	linalg.Exp(dst, dst)
	copy(e.k, dst)
}

// grad: ∂k/∂l_k = k 4s²/l_k³ and ∂k/∂p_k = k 4π d_k s c/(p_k² l_k²) with s and
// c the sine and cosine of πd_k/p_k.
func (e *periodicARDRows) grad(grad, w []float64) {
	for d, l := range e.length {
		var byLength, byPeriod float64
		e.each(d, func(j int, diff, s, c float64) {
			byLength += w[j] * e.k[j] * s * s
			byPeriod += w[j] * e.k[j] * diff * s * c
		})
		p := e.period[d]
		grad[d] += 4 * byLength / (l * l * l)
		grad[len(e.length)+d] += 4 * math.Pi * byPeriod / (p * p * l * l)
	}
}

// inputGrad: ∂k/∂x_k = -k 4π s c/(p_k l_k²).
func (e *periodicARDRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for d, l := range e.length {
		factor := -4 * math.Pi / (e.period[d] * l * l)
		e.each(d, func(j int, _, s, c float64) {
			g := factor * w[j] * e.k[j] * s * c
			da[d] += g
			db[d][j] -= g
		})
	}
}

// each calls f with the difference, sine and cosine in dimension d of every
// pair of the last row.
func (e *periodicARDRows) each(d int, f func(j int, diff, s, c float64)) {
	x, sinX, cosX := e.a.col(d)[e.i], e.pa.sin.col(d)[e.i], e.pa.cos.col(d)[e.i]
	col, sin, cos := e.b.col(d), e.pb.sin.col(d), e.pb.cos.col(d)
	for q := e.lo; q < e.hi; q++ {
		f(q-e.lo, x-col[q], sinX*cos[q]-cosX*sin[q], cosX*cos[q]+sinX*sin[q])
	}
}

func (p periodicARD) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	sum, d := r.Constant(0), len(x)
	for k := range x {
		sum = sum.Add(sineSquare(x[k].Sub(y[k]), theta[d+k]).Div(theta[k].Square()))
	}
	return sum.Scale(-2).Exp()
}
