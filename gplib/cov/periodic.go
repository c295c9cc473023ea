package cov

import (
	"math"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
	"krigo/gplib/param"
)

// Periodic returns the covariance function of strictly repeating functions:
//
//	k(x, x') = exp(-2 Σ_k sin²(π(x_k - x'_k)/p)/l²)
//
// (MacKay 1998; Rasmussen and Williams 2006, equation 4.31). The lengthscale
// has no unit; the period has the unit of the inputs and is common to all
// dimensions.
func Periodic(lengthscale, period float64) Func {
	return function{periodic{lengthscale, period}}
}

func init() {
	register("Periodic", needs{theta: 2}, func(w written) Func { return Periodic(w.Theta[0], w.Theta[1]) })
}

type periodic struct{ length, period float64 }

func (p periodic) label() string { return "periodic" }

func (p periodic) params() []Param {
	return []Param{Positive("lengthscale", p.length), Positive("period", p.period).As(param.RolePeriod)}
}

func (p periodic) with(theta []float64) body { return periodic{theta[0], theta[1]} }

func (p periodic) check(x Inputs) error {
	_, err := matrixOf("Periodic", x)
	return err
}

func (p periodic) diag(dst []float64, _ Inputs) { fill(dst, 1) }

func (p periodic) String() string { return call("Periodic", []float64{p.length, p.period}) }

func (p periodic) Describe() (Spec, error) { return describeLeaf("Periodic", p.params()) }

func (p periodic) rows(a, b Inputs) evaluator { return newPeriodicRows(p, a, b) }

// periodicRows evaluates exp(-(2S² + c d²/2)/l²) with S² = Σ_k sin²(πd_k/p),
// d² = Σ_k d_k² and c = decay.
type periodicRows struct {
	periodic
	a, b   *Matrix
	pa, pb phases
	decay  float64
	k      []float64
	// byLength is 4S² + c d², byPeriod is Σ_k d_k sin(πd_k/p) cos(πd_k/p).
	byLength, byPeriod []float64
	i, lo, m           int
}

func newPeriodicRows(p periodic, a, b Inputs) *periodicRows {
	ma, mb := a.(*Matrix), b.(*Matrix)
	return &periodicRows{
		periodic: p,
		a:        ma,
		b:        mb,
		pa:       phasesOf(ma, p.period),
		pb:       phasesOf(mb, p.period),
		k:        make([]float64, chunk),
		byLength: make([]float64, chunk),
		byPeriod: make([]float64, chunk),
	}
}

// phases holds sin(πx/p) and cos(πx/p) of all coordinates, up to a common
// sign. From them the addition theorems give sin² and sin·cos of a
// difference, which do not depend on the signs.
type phases struct{ sin, cos *Matrix }

// phasesOf reduces x by the period first, which is exact. There is one
// period for all dimensions, or one for each.
func phasesOf(m *Matrix, period ...float64) phases {
	p := phases{newMatrix(m.n, m.d), newMatrix(m.n, m.d)}
	for k := range m.d {
		each := period[min(k, len(period)-1)]
		sin, cos := p.sin.col(k), p.cos.col(k)
		for i, x := range m.col(k) {
			sin[i], cos[i] = math.Sincos(math.Pi * math.Mod(x, each) / each)
		}
	}
	return p
}

func (e *periodicRows) value(dst []float64, i, lo, hi int) {
	e.i, e.lo, e.m = i, lo, hi-lo
	k, byLength, byPeriod := e.k[:e.m], e.byLength[:e.m], e.byPeriod[:e.m]
	clear(byLength)
	clear(byPeriod)
	for q := range e.a.d {
		x, sinX, cosX := e.a.col(q)[i], e.pa.sin.col(q)[i], e.pa.cos.col(q)[i]
		col, sin, cos := e.b.col(q)[lo:hi], e.pb.sin.col(q)[lo:hi], e.pb.cos.col(q)[lo:hi]
		for j, v := range col {
			d := x - v
			s, c := sinX*cos[j]-cosX*sin[j], cosX*cos[j]+sinX*sin[j]
			byLength[j] += 4*s*s + e.decay*d*d
			byPeriod[j] += d * s * c
		}
	}
	scale := -1 / (2 * e.length * e.length)
	for j, v := range byLength {
		k[j] = scale * v
	}
	linalg.Exp(k, k)
	copy(dst, k)
}

// grad: ∂k/∂l = k (4S² + c d²)/l³ and ∂k/∂p = k 4π/(p²l²) Σ_k d_k sin cos.
func (e *periodicRows) grad(grad, w []float64) {
	var byLength, byPeriod float64
	for j, wj := range w[:e.m] {
		wk := wj * e.k[j]
		byLength += wk * e.byLength[j]
		byPeriod += wk * e.byPeriod[j]
	}
	l, p := e.length, e.period
	grad[0] += byLength / (l * l * l)
	grad[1] += byPeriod * 4 * math.Pi / (p * p * l * l)
}

// inputGrad: ∂k/∂x_k = -k (4π s c/p + c' d_k)/l², with s and c the sine and
// cosine of πd_k/p and c' the decay.
func (e *periodicRows) inputGrad(da []float64, db [][]float64, w []float64) {
	factor := -1 / (e.length * e.length)
	for q := range e.a.d {
		x, sinX, cosX := e.a.col(q)[e.i], e.pa.sin.col(q)[e.i], e.pa.cos.col(q)[e.i]
		col, sin, cos := e.b.col(q)[e.lo:], e.pb.sin.col(q)[e.lo:], e.pb.cos.col(q)[e.lo:]
		for j, wj := range w[:e.m] {
			s, c := sinX*cos[j]-cosX*sin[j], cosX*cos[j]+sinX*sin[j]
			g := factor * wj * e.k[j] * (4*math.Pi*s*c/e.period + e.decay*(x-col[j]))
			da[q] += g
			db[q][j] -= g
		}
	}
}

func (p periodic) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	sum := r.Constant(0)
	for k := range x {
		sum = sum.Add(sineSquare(x[k].Sub(y[k]), theta[1]))
	}
	return sum.Scale(-2).Div(theta[0].Square()).Exp()
}

// sineSquare returns sin²(πd/p).
func sineSquare(d, p jet.Jet) jet.Jet { return d.Div(p).Scale(math.Pi).Sin().Square() }
