package cov

import (
	"fmt"
	"math"

	"krigo/gplib/internal/jet"
	"krigo/gplib/internal/oscillator"
	"krigo/gplib/param"
)

// SHO returns the covariance function of a damped harmonic oscillator that white noise
// drives,
//
//	k(x, x') = exp(-β a) (cos(η a) + β/η sin(η a)),  β = 1/(2Q),  η = √(1-β²),
//
// with a = 2π|x - x'|/period and quality Q > 0, on inputs of one dimension (Foreman-Mackey,
// Agol, Ambikasaran and Angus 2017, equation 23, with variance 1). period is that of the
// oscillator without damping, in the unit of the inputs. A large quality means an oscillation
// that keeps its phase for about Q periods; 1/√2 is common for variation without a period; where
// Q <= 1/2 cosine and sine become hyperbolic. Its paths are once differentiable.
func SHO(period, quality float64) Func { return function{sho{period, quality}} }

func init() {
	register("SHO", needs{theta: 2}, func(w written) Func { return SHO(w.Theta[0], w.Theta[1]) })
}

type sho struct{ period, quality float64 }

func (s sho) label() string { return "sho" }

func (s sho) params() []Param {
	return []Param{Positive("period", s.period).As(param.RolePeriod), Positive("quality", s.quality)}
}

func (s sho) with(theta []float64) body { return sho{theta[0], theta[1]} }

func (s sho) check(x Inputs) error {
	m, err := matrixOf("SHO", x)
	if err == nil && m.d != 1 {
		err = fmt.Errorf("cov: SHO takes inputs of one dimension, not %d; On(SHO(period, quality), 0) reads the first", m.d)
	}
	return err
}

func (s sho) diag(dst []float64, _ Inputs) { fill(dst, 1) }
func (s sho) String() string               { return call("SHO", []float64{s.period, s.quality}) }

func (s sho) Describe() (Spec, error) { return describeLeaf("SHO", s.params()) }

func (s sho) rows(a, b Inputs) evaluator {
	return &shoRows{sho: s, beta: 1 / (2 * s.quality), a: a.(*Matrix).data, b: b.(*Matrix).data}
}

type shoRows struct {
	sho
	beta  float64
	a, b  []float64
	i, lo int
}

func (e *shoRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo = i, lo
	for j, x := range e.b[lo:hi] {
		dst[j], _, _ = oscillator.Response(e.angle(e.a[i]-x), e.beta)
	}
}

// angle returns a.
func (e *shoRows) angle(d float64) float64 { return 2 * math.Pi * math.Abs(d) / e.period }

// grad: ∂k/∂a = -S of the oscillator, and ∂β/∂Q = -2β².
func (e *shoRows) grad(grad, w []float64) {
	for j, wj := range w {
		a := e.angle(e.a[e.i] - e.b[e.lo+j])
		k, s, velocity := oscillator.Response(a, e.beta)
		byBeta, _, _ := oscillator.ByDamping(a, e.beta, k, s, velocity)
		grad[0] += wj * s * a / e.period
		grad[1] -= wj * byBeta * 2 * e.beta * e.beta
	}
}

// inputGrad: ∂k/∂x = -S 2π/period with the sign of x - x'.
func (e *shoRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for j, wj := range w {
		d := e.a[e.i] - e.b[e.lo+j]
		_, s, _ := oscillator.Response(e.angle(d), e.beta)
		g := -wj * s * math.Copysign(2*math.Pi/e.period, d)
		da[0] += g
		db[0][j] -= g
	}
}

func (s sho) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	beta := theta[1].Power(-1).Scale(0.5)
	phase := x[0].Sub(y[0]).Div(theta[0]).Scale(2 * math.Pi)
	a := math.Abs(phase.Value())
	value, byDamping := shoTaylor(a, beta.Value(), r.Terms())
	if a == 0 {
		// In a² there are derivatives where f has some: k = 1 - a²/2 + βa³/3 + ...
		phase = phase.Square()
		value, byDamping = []float64{1, -0.5}, []float64{0, 0}
		for range r.Terms() {
			value, byDamping = append(value, math.Inf(1)), append(byDamping, math.Inf(1))
		}
	} else {
		phase = phase.Abs()
	}
	// β depends on parameters only, and a ring has first derivatives by these.
	return phase.Compose(value).Add(beta.Shift(-beta.Value()).Mul(phase.Compose(byDamping)))
}

// shoTaylor returns the first Taylor coefficients by a of k = K and of ∂k/∂β, by K' = -S, S' = E and E' = -S - 2βE.
func shoTaylor(a, beta float64, terms int) (value, byDamping []float64) {
	k, s, e := oscillator.Response(a, beta)
	byK, byS, byE := oscillator.ByDamping(a, beta, k, s, e)
	value, byDamping = []float64{k}, []float64{byK}
	for n := range terms - 1 {
		next := 1 / float64(n+1)
		value, byDamping = append(value, -s*next), append(byDamping, -byS*next)
		s, e, byS, byE = e*next, (-s-2*beta*e)*next, byE*next, (-byS-2*beta*byE-2*e)*next
	}
	return value, byDamping
}
