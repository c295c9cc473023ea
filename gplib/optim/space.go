// Package optim holds the optimisation tools of learners: the space in which parameters
// move, and steppers, schedules and minibatches for noisy gradients.
//
//	space, err := optim.NewSpace(model.Params())
//	u := space.Start()
//	theta := space.Natural(u) // inside the parameters' bounds for every u
package optim

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// ErrOutOfBounds is returned where a parameter starts outside its bounds.
var ErrOutOfBounds = errors.New("optim: parameter outside its bounds")

// Space maps ℝ^q, q the number of free parameters, onto the inside of the parameters'
// bounds. A coordinate u is the parameter's transformed value (such as its logarithm)
// wherever that is well inside the bounds; towards a bound it is bent so that the bound
// is reached at infinity:
//
//	φ = a + t log((1 + e^((u-a)/t)) / (1 + e^((u-b)/t)))
//
// with φ the transformed value, a and b its bounds and t a fortieth of b - a, at most
// 0.1. Derivatives vanish in the bend, so that a descent may end there although the
// value falls towards the inside; a method that keeps its variables in a box does
// without bends ([Space.Box]).
type Space struct {
	params []cov.Param
	axes   []axis
	// mixed are the axes whose coordinates are R times their values; see [Space.Mix].
	mixed []int
	r     mat.Triangular
}

// axis is one free parameter.
type axis struct {
	index   int // among all parameters
	bend    bend
	natural cov.Transform
}

// NewSpace returns the space of the parameters that are not fixed. The error
// names a parameter whose value is invalid or outside its bounds.
func NewSpace(params []cov.Param) (*Space, error) {
	s := &Space{params: slices.Clone(params)}
	for i, p := range params {
		if err := p.Check(); err != nil {
			return nil, fmt.Errorf("optim: %w", err)
		}
		if p.Fixed {
			continue
		}
		if p.Value < p.Min || p.Value > p.Max {
			return nil, fmt.Errorf("%w: %s is %v, outside [%v, %v]", ErrOutOfBounds, p.Name, p.Value, p.Min, p.Max)
		}
		s.axes = append(s.axes, axis{i, newBend(p), p.Transform})
	}
	return s, nil
}

// Mix gives free parameters without bounds or transform, named by their positions among all, the
// coordinates R·θ instead of θ. R is upper triangular, of as many rows, with no 0 on its
// diagonal. Coefficients that depend on one another, or have units of their own, move alike then.
func (s *Space) Mix(of []int, r mat.Triangular) error {
	n, kind := r.Triangle()
	if n != len(of) || kind != mat.Upper {
		return fmt.Errorf("optim: %d parameters cannot be mixed by a triangle of order %d", len(of), n)
	}
	s.mixed, s.r = nil, r
	for _, i := range of {
		j := slices.IndexFunc(s.axes, func(a axis) bool { return a.index == i })
		if p := s.params[i]; j < 0 || p.Transform != cov.Identity || !math.IsInf(p.Min, -1) || !math.IsInf(p.Max, 1) {
			return fmt.Errorf("optim: %s cannot be mixed: it is fixed, bounded or transformed", p.Name)
		}
		s.mixed = append(s.mixed, j)
	}
	return nil
}

// part returns the elements of v that are mixed.
func (s *Space) part(v []float64) *mat.VecDense {
	part := mat.NewVecDense(len(s.mixed), nil)
	for k, j := range s.mixed {
		part.SetVec(k, v[j])
	}
	return part
}

func (s *Space) setPart(v []float64, part *mat.VecDense) {
	for k, j := range s.mixed {
		v[j] = part.AtVec(k)
	}
}

// solve replaces the mixed elements x of v by R⁻¹x, or R⁻ᵀx.
func (s *Space) solve(v []float64, r mat.Matrix) {
	part := s.part(v)
	if err := part.SolveVec(r, part); err != nil && !errors.As(err, new(mat.Condition)) {
		panic(err) // the diagonal has no 0
	}
	s.setPart(v, part)
}

// Box removes the bends: from now on coordinates are the transformed values themselves. It
// returns the box [lo, hi] of the bounds; outside of it Natural returns the nearest values
// inside. A method keeps coordinates there, as [QuasiNewton] does.
func (s *Space) Box() (lo, hi []float64) {
	lo, hi = make([]float64, len(s.axes)), make([]float64, len(s.axes))
	for j := range s.axes {
		b := &s.axes[j].bend
		b.t, lo[j], hi[j] = 0, b.lo, b.hi
	}
	return lo, hi
}

// Dim returns q, the number of free parameters.
func (s *Space) Dim() int { return len(s.axes) }

// Start returns the coordinates of the parameters' values. In a bend, a value at its
// bound, which has none, is moved inside by t/2.
func (s *Space) Start() []float64 {
	u := make([]float64, len(s.axes))
	for j, a := range s.axes {
		u[j] = a.bend.inverse(a.natural.Free(s.params[a.index].Value))
	}
	if s.mixed != nil {
		part := s.part(u)
		part.MulVec(s.r, part)
		s.setPart(u, part)
	}
	return u
}

// Natural returns the natural values of all parameters at u.
func (s *Space) Natural(u []float64) []float64 {
	theta := param.Values(s.params)
	if s.mixed != nil {
		u = slices.Clone(u)
		s.solve(u, s.r)
	}
	for j, a := range s.axes {
		p := s.params[a.index]
		theta[a.index] = min(max(a.natural.Natural(a.bend.value(u[j])), p.Min), p.Max)
	}
	return theta
}

// Chain writes the derivatives with respect to u into dst, given those with
// respect to the natural values of all parameters.
func (s *Space) Chain(dst, grad, u []float64) {
	for j, a := range s.axes {
		phi := a.bend.value(u[j])
		dst[j] = grad[a.index] * a.natural.Slope(phi) * a.bend.slope(u[j])
	}
	if s.mixed != nil { // they have slope 1 at any u
		s.solve(dst, s.r.T())
	}
}

// AtBounds returns the indices of the free parameters at a bound: nearer than t/10 on
// the transformed scale, with t as in [Space].
func AtBounds(params []cov.Param) []int {
	var at []int
	for i, p := range params {
		if p.Fixed {
			continue
		}
		b, phi := newBend(p), p.Transform.Free(p.Value)
		if margin := b.t / 10; phi-b.lo < margin || b.hi-phi < margin {
			at = append(at, i)
		}
	}
	return at
}

// bend maps ℝ onto (lo, hi); t is the width of the bends, 0 if there are none.
type bend struct{ lo, hi, t float64 }

func newBend(p cov.Param) bend {
	b := bend{lo: math.Inf(-1), hi: math.Inf(1)}
	if p.Transform == cov.Identity || p.Min > 0 {
		b.lo = p.Transform.Free(p.Min)
	}
	if !math.IsInf(p.Max, 1) {
		b.hi = p.Transform.Free(p.Max)
	}
	b.t = 0.1
	if width := (b.hi - b.lo) / 40; p.Transform == cov.Identity && !math.IsInf(width, 1) || width < b.t {
		b.t = width
	}
	return b
}

func (b bend) value(u float64) float64 {
	if b.t == 0 {
		return min(max(u, b.lo), b.hi)
	}
	phi := u
	if !math.IsInf(b.lo, -1) {
		phi = b.lo + b.t*softplus((u-b.lo)/b.t)
	}
	if !math.IsInf(b.hi, 1) {
		phi -= b.t * softplus((u-b.hi)/b.t)
	}
	return phi
}

func (b bend) slope(u float64) float64 {
	if b.t == 0 {
		return 1
	}
	s := 1.0
	if !math.IsInf(b.lo, -1) {
		s = sigmoid((u - b.lo) / b.t)
	}
	if !math.IsInf(b.hi, 1) {
		s -= sigmoid((u - b.hi) / b.t)
	}
	return s
}

// inverse solves value(u) = φ: with x = (φ-a)/t and y = (b-φ)/t,
// u = φ + t log(1 - e^-x) - t log(1 - e^-y).
func (b bend) inverse(phi float64) float64 {
	phi = min(max(phi, b.lo+b.t/2), b.hi-b.t/2)
	if b.t == 0 {
		return phi
	}
	u := phi
	if !math.IsInf(b.lo, -1) {
		u += b.t * math.Log(-math.Expm1((b.lo-phi)/b.t))
	}
	if !math.IsInf(b.hi, 1) {
		u -= b.t * math.Log(-math.Expm1((phi-b.hi)/b.t))
	}
	return u
}

func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
