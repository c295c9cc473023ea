package rkhs

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
	"krigo/gplib/rkhs/feature"
)

// state is the state of a training: u = [θ, τ, w, own] with τ = log v. The
// method chooses the lengths of w and own. g is the gradient of l/(2n),
//
//	l = ‖Zw-y‖²/v + ‖w‖² + log|F| + (n-d) log v,  F = ZᵀZ + vI,
//
// or of the method's replacement. Matrices A, F and F̃ of the paper are stored
// divided by n.
type state struct {
	n, d   int
	kernel *Kernel
	head   head
	u, g   []float64
	// views of u and g
	theta, gradTheta []float64 // of the map
	headTheta, gradH []float64
	w, gradW         []float64
	own, gradOwn     []float64
	tau              int // position of τ
	pass             feature.Pass
	second           feature.Pass // forward only
	seed             linalg.Buffer
}

// newState starts at the parameters of k and the noise variance v.
func newState(k *Kernel, n int, v float64, weights, own int) *state {
	p := len(k.theta)
	size := p + 1 + weights + own
	s := &state{n: n, d: k.features.Out(), kernel: k, head: k.head.fresh(), u: make([]float64, size), g: make([]float64, size), tau: p}
	s.theta, s.headTheta = k.split(s.u[:p:p])
	s.gradTheta, s.gradH = k.split(s.g[:p:p])
	s.w, s.gradW = s.u[p+1:p+1+weights], s.g[p+1:p+1+weights]
	s.own, s.gradOwn = s.u[p+1+weights:], s.g[p+1+weights:]
	s.pass = k.features.Pass(s.theta, s.gradTheta)
	s.second = k.features.Pass(s.theta, nil)
	copy(s.u, k.theta)
	s.u[s.tau] = math.Log(v)
	return s
}

// noise returns the noise variance v.
func (s *state) noise() float64 { return math.Exp(s.u[s.tau]) }

// addNoise adds the derivative dv by v, on the scale of τ.
func (s *state) addNoise(dv float64) { s.g[s.tau] += s.noise() * dv }

// addError sets the seeds and adds to the gradient the part from ‖Zw-y‖²/v +
// ‖w‖² + (n-d) log v at the features phi of a minibatch. Where w are not the
// learned weights, gradW is nil and only seeds and τ follow.
func (s *state) addError(phi *mat.Dense, y, w, gradW []float64) *mat.Dense {
	v, b, n := s.noise(), float64(len(y)), float64(s.n)
	seed := s.seed.Sized(len(y), s.d)
	squares := 0.0
	floats.AddScaled(gradW, 1/n, w[:len(gradW)])
	for i, target := range y {
		row := phi.RawRowView(i)
		r := floats.Dot(row, w) - target
		squares += r * r
		floats.ScaleTo(seed.RawRowView(i), r/(b*v), w)
		if gradW != nil {
			floats.AddScaled(gradW, r/(b*v), row)
		}
	}
	s.addNoise((-squares/(b*v*v) + (1-float64(s.d)/n)/v) / 2)
	return seed
}
