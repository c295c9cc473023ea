package admm

import (
	"math"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// space maps a model's learned parameters to the coordinates φ on which the
// fit moves, inside a box. Fixed parameters and the one that scale
// invariance leaves undetermined have no coordinate. Unlike [optim.Space], whose
// bounds are at infinity, its box is narrowed to the data and its bounds are
// reached: the minimum of the hold-out error is often there.
type space struct {
	layout gplib.Layout
	model  gplib.Model
	params []cov.Param
	start  []float64 // natural values, all parameters
	free   []int     // positions of the learned ones
	kind   []cov.Transform
	noise  []int // coordinates of learned noise variances
	box          // in φ
}

// newSpace lays out the learned parameters among ps, the parameters of m. raw moves natural
// values instead of transformed ones; frozen is a position that is not learned, or −1.
func newSpace(m gplib.Model, ps []cov.Param, raw bool, frozen int) *space {
	s := &space{layout: m.Layout(), model: m, params: ps, start: m.Theta()}
	for i, p := range s.params {
		if p.Fixed || i == frozen {
			continue
		}
		kind := p.Transform
		if raw {
			kind = cov.Identity
		}
		s.free = append(s.free, i)
		s.kind = append(s.kind, kind)
		s.lo = append(s.lo, kind.Free(lowest(kind, p.Min)))
		s.hi = append(s.hi, kind.Free(p.Max))
	}
	return s
}

// lowest returns a parameter's lower bound, at least the lower end of its
// transform's range.
func lowest(kind cov.Transform, bound float64) float64 {
	if kind == cov.Identity {
		return bound
	}
	return math.Max(bound, 0)
}

// dim returns the number of learned parameters.
func (s *space) dim() int { return len(s.free) }

// phiOf returns the coordinates of natural values theta, inside the box.
func (s *space) phiOf(theta []float64) []float64 {
	phi := make([]float64, s.dim())
	for j, i := range s.free {
		phi[j] = s.kind[j].Free(theta[i])
	}
	s.clamp(phi)
	return phi
}

// theta returns all natural values at phi.
func (s *space) theta(phi []float64) []float64 {
	theta := slices.Clone(s.start)
	for j, i := range s.free {
		theta[i] = s.kind[j].Natural(phi[j])
	}
	return theta
}

// chain writes ∂/∂φ into dst from the derivatives with respect to all
// natural values: ∂/∂φ_j = (dθ/dφ_j) ∂/∂θ_j.
func (s *space) chain(dst, grad, phi []float64) {
	for j, i := range s.free {
		dst[j] = s.kind[j].Slope(phi[j]) * grad[i]
	}
}

// narrow shrinks the box of coordinate j to natural values [lo, hi] where they
// overlap the parameter's own bounds, and keeps its start inside.
func (s *space) narrow(j int, lo, hi float64) {
	start := s.start[s.free[j]]
	lo, hi = math.Min(lo, start), math.Max(hi, start)
	s.lo[j] = math.Max(s.lo[j], s.kind[j].Free(lo))
	s.hi[j] = math.Min(s.hi[j], s.kind[j].Free(hi))
}

// narrowToData keeps parameters within the range that the training data can
// determine: for inputs on a line of the given spacing and span, lengthscales
// in [spacing/2, 5 span] (and no less than two decades about the start, since a
// lengthscale may have no unit), periods in [3 spacing, span/2], and noise
// variances above floor. Without it a learned noise may run to zero and a
// lengthscale below the spacing.
func (s *space) narrowToData(x cov.Inputs, floor float64) {
	firstNoise := s.layout.Mean + s.layout.Cov
	spacing, span := extent(x)
	for j, i := range s.free {
		p := s.params[i]
		switch {
		case i >= firstNoise:
			if p.Transform != cov.Identity {
				s.noise = append(s.noise, j)
				s.narrow(j, floor, math.Inf(1))
			}
		case span == 0:
		case p.Role == param.RoleLengthscale:
			s.narrow(j, math.Min(spacing/2, p.Value/100), math.Max(5*span, 100*p.Value))
		case p.Role == param.RolePeriod:
			s.narrow(j, 3*spacing, span/2)
		}
	}
}

// extent returns the mean spacing and the span of inputs on a line, or
// zeros.
func extent(x cov.Inputs) (spacing, span float64) {
	m, ok := x.(*cov.Matrix)
	if !ok || m.Dim() != 1 || m.Len() < 2 {
		return 0, 0
	}
	v := m.Column(0)
	span = slices.Max(v) - slices.Min(v)
	return span / float64(len(v)-1), span
}

// bounded returns the parameters at phi with the bounds of the box; where
// ownNoise is set, a noise variance has those of the model.
func (s *space) bounded(phi []float64, ownNoise bool) []cov.Param {
	ps := slices.Clone(s.params)
	for i, v := range s.theta(phi) {
		ps[i].Value = v
	}
	for j, i := range s.free {
		if ownNoise && slices.Contains(s.noise, j) {
			if ps[i].Value < ps[i].Min { // before it is rescaled
				ps[i].Min = 0
			}
			continue
		}
		ps[i].Min, ps[i].Max = s.kind[j].Natural(s.lo[j]), s.kind[j].Natural(s.hi[j])
	}
	return ps
}
