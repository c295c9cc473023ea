package admm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// boxLBFGS is the limited-memory BFGS method on the free coordinates of a
// box: coordinates at a bound with the derivative pushing outward are held
// for the step (a projected quasi-Newton method, as in Bertsekas 1982).
// It searches by backtracking; pairs without positive curvature are skipped.
type boxLBFGS struct {
	f      phiFunc
	box    box
	phi, g []float64 // g is projected
	value  float64
	s, y   [][]float64
}

// memory is the number of pairs kept, and longest the cap of one step in any
// coordinate: e on the log scale.
const (
	memory  = 8
	longest = 1.0
)

func newBoxLBFGS(f phiFunc, within box, phi []float64) *boxLBFGS {
	b := &boxLBFGS{f: f, box: within, phi: slices.Clone(phi), g: make([]float64, len(phi))}
	b.box.clamp(b.phi)
	b.value = f.value(b.phi)
	f.gradient(b.g, b.phi)
	b.box.project(b.g, b.phi)
	return b
}

// gradNorm is the largest derivative that is not blocked by the box.
func (b *boxLBFGS) gradNorm() float64 { return largest(b.g) }

// next takes one iteration and tells whether it found a decrease.
func (b *boxLBFGS) next() bool {
	d := b.direction()
	slope := floats.Dot(d, b.g)
	if !(slope > 0) {
		b.s, b.y = nil, nil
		d, slope = slices.Clone(b.g), floats.Dot(b.g, b.g)
	}
	if b.search(d, slope) {
		return true
	}
	if b.s == nil {
		return false
	}
	b.s, b.y = nil, nil
	return b.search(slices.Clone(b.g), floats.Dot(b.g, b.g))
}

// direction returns an ascent direction by the two-loop recursion (Nocedal
// and Wright, Numerical Optimization, 2nd ed., algorithm 7.4), zero where the
// box blocks.
func (b *boxLBFGS) direction() []float64 {
	d := slices.Clone(b.g)
	alpha := make([]float64, len(b.s))
	for i := len(b.s) - 1; i >= 0; i-- {
		alpha[i] = floats.Dot(b.s[i], d) / floats.Dot(b.s[i], b.y[i])
		floats.AddScaled(d, -alpha[i], b.y[i])
	}
	if k := len(b.s) - 1; k >= 0 {
		floats.Scale(floats.Dot(b.s[k], b.y[k])/floats.Dot(b.y[k], b.y[k]), d)
	}
	for i := range b.s {
		beta := floats.Dot(b.y[i], d) / floats.Dot(b.s[i], b.y[i])
		floats.AddScaled(d, alpha[i]-beta, b.s[i])
	}
	for j, g := range b.g {
		if g == 0 {
			d[j] = 0
		}
	}
	return d
}

func (b *boxLBFGS) search(d []float64, slope float64) bool {
	if !(slope > 0) {
		return false
	}
	t := math.Min(1, longest/floats.Norm(d, math.Inf(1)))
	if b.s == nil {
		t = math.Min(t, 0.5/floats.Norm(d, 2))
	}
	phi, value := descend(b.f, b.box, b.phi, d, b.value, slope, t, 20)
	if slices.Equal(phi, b.phi) {
		return false
	}
	g := make([]float64, len(phi))
	b.f.gradient(g, phi)
	b.box.project(g, phi)
	b.remember(phi, g)
	b.phi, b.g, b.value = phi, g, value
	return true
}

func (b *boxLBFGS) remember(phi, g []float64) {
	s, y := make([]float64, len(phi)), make([]float64, len(phi))
	floats.SubTo(s, phi, b.phi)
	floats.SubTo(y, g, b.g)
	if floats.Dot(s, y) <= 1e-10*floats.Norm(s, 2)*floats.Norm(y, 2) {
		return
	}
	b.s, b.y = append(b.s, s), append(b.y, y)
	if len(b.s) > memory {
		b.s, b.y = b.s[1:], b.y[1:]
	}
}
