package laplace

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/internal/newton"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
	"krigo/gplib/linalg"
)

// Bounds of the steps of Newton's method.
const (
	// A step takes up to mostIterations, each of the cost of some matrix-vector products, before
	// the next one factorises again. It ends where the square of its error is leastError, or a part of
	// the rise, which is at most mostError.
	mostIterations        = 10
	leastError, mostError = 1e-20, 1e-2
	// leastRoot is a part of the largest root of a weight above which dividing by it keeps most digits.
	leastRoot = 1e-4
)

// latent is the latent function at the data, at the mode after find.
type latent struct {
	normal.Approximation
	value float64 // Ψ
	at    []lik.Derivatives
	stale bool // the factors of the curvature are too far from the latent values
}

// newLatent evaluates the covariance function and the mean, in the memory of w.
func newLatent(ctx context.Context, m gplib.Model, d gplib.Data, w *workspace) (*latent, error) {
	s, err := normal.New(ctx, m, d, &w.Workspace)
	return &latent{Approximation: s, at: make([]lik.Derivatives, d.Len())}, err
}

// search returns the search for the mode.
func (s *latent) search() newton.Search {
	return newton.Search{Package: "laplace", Model: s.Model, Objective: s.objective}
}

// curve factorises at weights.
func (s *latent) curve(ctx context.Context, weights []float64, exact bool) error {
	err := s.Curve(ctx, s.K, weights, exact)
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case errors.Is(err, normal.ErrIndefinite):
		return s.search().NoMode(errors.New("the point that it ends at is not a maximum"))
	}
	return s.search().NoMode(err)
}

// weights returns the negative second derivatives W.
func (s *latent) weights() []float64 {
	w := make([]float64, len(s.at))
	for i, d := range s.at {
		w[i] = -d.D2
	}
	return w
}

// objective returns Ψ of latent values and their weights.
func (s *latent) objective(f, a []float64) float64 {
	sum := 0.0
	for i, v := range f {
		sum += s.Model.Lik.Log(s.Data.Y[i], v).Value - a[i]*(v-s.Prior[i])/2
	}
	return sum
}

// differentiate writes the derivatives of the log likelihood at f.
func (s *latent) differentiate() {
	for i, f := range s.F {
		s.at[i] = s.Model.Lik.Log(s.Data.Y[i], f)
	}
}

// find goes to the mode from the better of two places: one Newton step from guess, and the prior
// mean.
func (s *latent) find(ctx context.Context, guess []float64) error {
	if err := s.begin(ctx, guess); err != nil {
		return err
	}
	if err := s.search().Run(ctx, func() (last bool, err error) { return s.step(ctx) }); err != nil {
		return err
	}
	return s.finish(ctx)
}

// begin chooses the first latent values.
func (s *latent) begin(ctx context.Context, guess []float64) error {
	s.F = append([]float64(nil), guess...)
	s.differentiate()
	if err := s.curve(ctx, s.weights(), false); err != nil {
		return err
	}
	next := s.firstStep()
	f := s.Values(next)
	s.atPrior()
	if v := s.objective(f, next); v > s.value || math.IsNaN(s.value) || math.IsInf(s.value, -1) {
		s.F, s.A, s.value = f, next, v
	}
	return s.search().CheckStart(s.value)
}

// atPrior sets the latent values to the prior mean.
func (s *latent) atPrior() {
	s.F, s.A = append([]float64(nil), s.Prior...), make([]float64, len(s.Prior))
	s.value = s.objective(s.F, s.A)
}

// firstStep returns the weights after a Newton step from f, whose own weights are unknown: with
// b = W(f-m) + ∇ log p they are b - R K b (algorithm 3.1, lines 6 and 7).
func (s *latent) firstStep() []float64 {
	b := make([]float64, len(s.F))
	for i, f := range s.F {
		b[i] = s.W[i]*(f-s.Prior[i]) + s.at[i].D1
	}
	return s.Damped(b)
}

// step takes a damped Newton step, and reports whether it was the last one.
func (s *latent) step(ctx context.Context) (last bool, err error) {
	s.differentiate()
	weights, err := s.stepWeights(ctx)
	if err != nil {
		return false, err
	}
	_, last, err = s.ascend(weights)
	return last, err
}

// ascend moves by a part of the Newton step of the weights. It returns the part, and whether the step was the last one.
func (s *latent) ascend(weights []float64) (size float64, last bool, err error) {
	direction, move, rise := s.direction(weights)
	at, size, last, err := s.search().Ascend(newton.Point{F: s.F, A: s.A, Value: s.value}, newton.Step{F: move, A: direction, Rise: rise})
	s.F, s.A, s.value = at.F, at.A, at.Value
	return size, last, err
}

// stepWeights returns the weights W of the next step. The factors are those of an earlier step while
// these serve.
func (s *latent) stepWeights(ctx context.Context) ([]float64, error) {
	weights := s.weights()
	if floats.Min(weights) >= 0 && !s.Negative() && !s.stale {
		return weights, nil
	}
	err := s.curve(ctx, weights, false)
	s.stale = false
	return s.W, err
}

// direction returns the Newton step of the weights, d = (I + WK)⁻¹r with r = ∇ log p - a, the move Kd of
// the latent values, and rᵀKd, by how much the objective rises at first. It solves (K + KWK)d = Kr by
// conjugate gradients whose preconditioner is the same matrix at the weights of the factors: where these
// are W, the first iteration is exact. Each takes O(n²) time. Every iterate ascends. What is left of the
// error falls with the rise, so that the steps converge nearly quadratically.
func (s *latent) direction(weights []float64) (d, move []float64, rise float64) {
	n := len(weights)
	d, move = make([]float64, n), make([]float64, n)
	residual := floats.SubTo(make([]float64, n), slopes(s.at), s.A)
	first := append([]float64(nil), residual...)
	p, kp := make([]float64, n), make([]float64, n)
	z, kz, before := make([]float64, n), make([]float64, n), 1.0
	for iteration := range mostIterations {
		s.precondition(z, kz, residual)
		size := floats.Dot(residual, kz)
		if iteration > 0 && !(size > math.Max(leastError, math.Min(mostError, rise)*rise)) {
			return d, move, rise
		}
		floats.AddScaledTo(p, z, size/before, p)
		floats.AddScaledTo(kp, kz, size/before, kp)
		curvature := 0.0
		for i, v := range kp {
			curvature += v * (p[i] + weights[i]*v)
		}
		if !(curvature > 0) {
			return d, move, rise
		}
		length := size / curvature
		floats.AddScaled(d, length, p)
		floats.AddScaled(move, length, kp)
		for i, v := range kp {
			residual[i] -= length * (p[i] + weights[i]*v)
		}
		before, rise = size, floats.Dot(first, move)
	}
	s.stale = true
	return d, move, rise
}

// precondition writes z = (I + WK)⁻¹v, with the weights of the factors, and Kz. Without negative weights
// it has t = B⁻¹W½Kv = W½Kz, so that a product is needed only where weights nearly vanish.
func (s *latent) precondition(z, kz, v []float64) {
	if s.Negative() {
		copy(z, v)
		linalg.MulVec(kz, s.K, s.Damped(z))
		return
	}
	linalg.MulVec(z, s.K, v)
	floats.Mul(z, s.Root)
	s.SolveB(z)
	largest, few := floats.Max(s.Root), 0
	for i, r := range s.Root {
		if kz[i] = z[i] / r; r <= leastRoot*largest {
			few++
		}
		z[i] = v[i] - r*z[i]
	}
	switch {
	case few > len(v)/8:
		linalg.MulVec(kz, s.K, z)
	case few > 0:
		for i, r := range s.Root {
			if r <= leastRoot*largest {
				kz[i] = linalg.Dot(s.K.RawRowView(i), z)
			}
		}
	}
}

// slopes returns the first derivatives.
func slopes(at []lik.Derivatives) []float64 {
	d := make([]float64, len(at))
	for i, v := range at {
		d[i] = v.D1
	}
	return d
}

// finish computes the curvature at the mode, and the latent values once more from their weights.
func (s *latent) finish(ctx context.Context) error {
	s.F = s.Values(s.A)
	s.value = s.objective(s.F, s.A)
	s.differentiate()
	if err := s.curve(ctx, s.weights(), true); err != nil {
		return err
	}
	return nil
}

// logEvidence returns log q(y|X, θ) (equation 3.32).
func (s *latent) logEvidence() float64 { return s.value - s.LogDet()/2 }
