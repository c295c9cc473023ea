package cov

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
)

// Spectral is one component of a [SpectralMixture]: a Gaussian of the spectral density.
// Weight is its share of the variance, Frequency its mean and Bandwidth its standard
// deviation, in the inverse unit of the inputs, one for all dimensions or one per
// dimension. All are positive.
type Spectral struct {
	Weight               float64
	Frequency, Bandwidth []float64
}

// SpectralMixture returns the covariance function whose spectral density is a
// mixture of Gaussians,
//
//	k(x, x') = Σ_q w_q Π_k exp(-2π²τ_k²v_qk²) cos(2πτ_kμ_qk),  τ = x - x',
//
// with weights w, frequencies μ and bandwidths v (Wilson and Adams 2013,
// equation 12, whose v is the square of this one). Enough components
// approximate every stationary covariance function.
func SpectralMixture(components ...Spectral) Func {
	if len(components) == 0 {
		return function{broken{fmt.Errorf("cov: SpectralMixture has no components")}}
	}
	d := len(components[0].Frequency)
	var theta []float64
	for q, c := range components {
		if len(c.Frequency) != d || len(c.Bandwidth) != d || d == 0 {
			return function{broken{fmt.Errorf("cov: SpectralMixture: component %d has %d frequencies and %d bandwidths, component 0 has %d frequencies",
				q, len(c.Frequency), len(c.Bandwidth), d)}}
		}
		theta = append(append(append(theta, c.Weight), c.Frequency...), c.Bandwidth...)
	}
	return function{spectralMixture{d, theta}}
}

func init() { register("SpectralMixture", needs{theta: 3, whole: 1}, restoreMixture) }

// spectralMixture holds w, μ_1.., v_1.. of one component after the other.
type spectralMixture struct {
	d     int
	theta []float64
}

func (s spectralMixture) label() string { return "spectral" }

func (s spectralMixture) components() []Spectral {
	size := 1 + 2*s.d
	cs := make([]Spectral, len(s.theta)/size)
	for q := range cs {
		t := s.theta[q*size : (q+1)*size]
		cs[q] = Spectral{t[0], t[1 : 1+s.d], t[1+s.d:]}
	}
	return cs
}

func (s spectralMixture) params() []Param {
	parts := make([]named, 0, 2)
	for _, c := range s.components() {
		ps := append([]Param{Positive("weight", c.Weight).As(param.RoleVariance)}, as(param.RoleFrequency, positives("frequency", c.Frequency))...)
		parts = append(parts, named{"component", append(ps, as(param.RoleFrequency, positives("bandwidth", c.Bandwidth))...)})
	}
	return joinParams(parts)
}

func (s spectralMixture) with(theta []float64) body {
	return spectralMixture{s.d, append([]float64(nil), theta...)}
}

func (s spectralMixture) check(x Inputs) error {
	m, err := matrixOf("SpectralMixture", x)
	if err == nil && s.d > 1 && m.d != s.d {
		err = fmt.Errorf("cov: SpectralMixture has %d dimensions, the inputs have %d", s.d, m.d)
	}
	return err
}

func (s spectralMixture) diag(dst []float64, _ Inputs) {
	sum := 0.0
	for _, c := range s.components() {
		sum += c.Weight
	}
	fill(dst, sum)
}

func (s spectralMixture) String() string { return call("SpectralMixture", s.theta) }

func (s spectralMixture) Describe() (Spec, error) {
	return describeLeaf("SpectralMixture", s.params(), s.d)
}

func restoreMixture(w written) Func {
	d := w.Whole[0]
	if size := 1 + 2*d; d < 1 || size > len(w.Theta) || len(w.Theta)%size != 0 {
		return function{broken{fmt.Errorf("cov: a SpectralMixture of %d dimensions does not have %d numbers", d, len(w.Theta))}}
	}
	return function{spectralMixture{d, slices.Clone(w.Theta)}}
}

func (s spectralMixture) rows(a, b Inputs) evaluator {
	e := &spectralRows{spectralMixture: s, a: a.(*Matrix), b: b.(*Matrix), rest: make([]float64, chunk)}
	e.parts = s.components()
	for range e.parts {
		e.k = append(e.k, make([]float64, chunk))
	}
	return e
}

type spectralRows struct {
	spectralMixture
	parts     []Spectral
	a, b      *Matrix
	k         [][]float64 // the components' rows, without their weights
	rest      []float64
	i, lo, hi int
}

func (e *spectralRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo, e.hi = i, lo, hi
	clear(dst)
	for q, c := range e.parts {
		k := e.k[q][:hi-lo]
		e.product(k, c, -1)
		floats.AddScaled(dst, c.Weight, k)
	}
}

// product writes the component's product over all dimensions, without the
// cosine of dimension skip.
func (e *spectralRows) product(k []float64, c Spectral, skip int) {
	clear(k)
	for d := range e.a.d {
		v := 2 * math.Pi * math.Pi * square(c.Bandwidth[min(d, e.d-1)])
		e.each(d, func(j int, t float64) { k[j] -= v * t * t })
	}
	linalg.Exp(k, k)
	for d := range e.a.d {
		if d == skip {
			continue
		}
		mu := 2 * math.Pi * c.Frequency[min(d, e.d-1)]
		e.each(d, func(j int, t float64) { k[j] *= math.Cos(mu * t) })
	}
}

// each calls f with the difference in dimension d of every pair of the last
// row.
func (e *spectralRows) each(d int, f func(j int, t float64)) {
	x := e.a.col(d)[e.i]
	for j, v := range e.b.col(d)[e.lo:e.hi] {
		f(j, x-v)
	}
}

func (e *spectralRows) grad(grad, w []float64) {
	for q, c := range e.parts {
		g := grad[q*(1+2*e.d):][:1+2*e.d]
		k, rest := e.k[q][:e.hi-e.lo], e.rest[:e.hi-e.lo]
		g[0] += floats.Dot(w, k)
		for d := range e.a.d {
			p := min(d, e.d-1)
			e.product(rest, c, d)
			e.each(d, func(j int, t float64) {
				g[1+p] -= c.Weight * w[j] * rest[j] * 2 * math.Pi * t * math.Sin(2*math.Pi*c.Frequency[p]*t)
				g[1+e.d+p] -= c.Weight * w[j] * k[j] * 4 * math.Pi * math.Pi * t * t * c.Bandwidth[p]
			})
		}
	}
}

func (e *spectralRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for q, c := range e.parts {
		k, rest := e.k[q][:e.hi-e.lo], e.rest[:e.hi-e.lo]
		for d := range e.a.d {
			p := min(d, e.d-1)
			e.product(rest, c, d)
			e.each(d, func(j int, t float64) {
				mu := 2 * math.Pi * c.Frequency[p]
				g := -c.Weight * w[j] * (rest[j]*mu*math.Sin(mu*t) + k[j]*4*math.Pi*math.Pi*t*square(c.Bandwidth[p]))
				da[d] += g
				db[d][j] -= g
			})
		}
	}
}

func square(x float64) float64 { return x * x }

func (s spectralMixture) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	sum := r.Constant(0)
	for size := 1 + 2*s.d; len(theta) > 0; theta = theta[size:] {
		term, frequency, bandwidth := theta[0], theta[1:1+s.d], theta[1+s.d:size]
		for k := range x {
			tau := x[k].Sub(y[k])
			decay := tau.Mul(of(bandwidth, k)).Square().Scale(-2 * math.Pi * math.Pi).Exp()
			term = term.Mul(decay).Mul(tau.Mul(of(frequency, k)).Scale(2 * math.Pi).Cos())
		}
		sum = sum.Add(term)
	}
	return sum
}
