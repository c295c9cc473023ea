package statespace

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/newton"
	"krigo/gplib/lik"
)

// A curvature is at least leastCurvature over the largest prior variance: a smaller one changes nothing but the size of
// a pseudo-observation.
const leastCurvature = 1e-12

// latent is the latent function at the data of a model with a likelihood: all numbers are by rows. Package newton has
// the search for its mode. Near f the likelihood is that of pseudo-observations f + W⁻¹∇log p(y|f)
// with noise of variance W⁻¹, and a step is the posterior mean given these: W, the negative second derivatives, is
// positive, because the likelihood is log-concave.
type latent struct {
	model           gplib.Model
	data            gplib.Data
	space           *space
	times           []float64
	least           float64 // curvature
	prior, variance []float64
	f, a            []float64
	at              []lik.Derivatives
	value           float64 // Ψ
}

// takesLikelihood returns an error unless a state space takes the likelihood of a model.
func takesLikelihood(m gplib.Model) error {
	if err := lik.CheckSmooth(m.Lik); err != nil {
		return fmt.Errorf("statespace: %w", err)
	}
	if !lik.LogConcave(m.Lik) {
		return fmt.Errorf("statespace: the likelihood %v is not log-concave, so that the curvature at its mode may be negative; laplace.Learner takes it, in O(n³) time", m.Lik)
	}
	return nil
}

// findMode returns the latent values at their mode.
func findMode(ctx context.Context, m gplib.Model, d gplib.Data) (*latent, error) {
	s, err := newLatent(m, d)
	if err != nil {
		return nil, err
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	return s, s.search().Run(ctx, s.step)
}

func (s *latent) search() newton.Search {
	return newton.Search{Package: "statespace", Model: s.model, Objective: s.objective}
}

func newLatent(m gplib.Model, d gplib.Data) (*latent, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	space, x, err := spaceOf(m, d.X)
	if err != nil {
		return nil, err
	}
	if err := m.CheckData(d); err != nil {
		return nil, err
	}
	s := &latent{model: m, data: d, space: space, times: x.Column(space.column), prior: m.MeanAt(d.X), at: make([]lik.Derivatives, d.Len())}
	space.origin = floats.Min(s.times)
	s.variance = make([]float64, d.Len())
	m.Cov.Diag(s.variance, d.X)
	most := floats.Max(s.variance)
	if !(most > 0) {
		return nil, fmt.Errorf("statespace: the prior variance of %v is %v at all rows; it must be positive at one", m.Cov, most)
	}
	s.least = leastCurvature / most
	return s, nil
}

// begin chooses the first latent values: after a step from rough ones, or the prior mean.
func (s *latent) begin() error {
	s.f = s.model.Lik.Latent(s.data.Y)
	s.a = make([]float64, len(s.f))
	f, a, err := s.newton()
	if err != nil {
		return err
	}
	copy(s.f, s.prior)
	s.value = s.objective(s.f, s.a)
	if v := s.objective(f, a); v > s.value || math.IsNaN(s.value) || math.IsInf(s.value, -1) {
		s.f, s.a, s.value = f, a, v
	}
	return s.search().CheckStart(s.value)
}

// objective returns Ψ of latent values and their weights.
func (s *latent) objective(f, a []float64) float64 {
	sum := 0.0
	for i, v := range f {
		sum += s.model.Lik.Log(s.data.Y[i], v).Value - a[i]*(v-s.prior[i])/2
	}
	return sum
}

// pseudo returns the pseudo-observations of the likelihood at f, without the prior mean, in the order of time.
func (s *latent) pseudo() *series {
	residual, noise := make([]float64, len(s.f)), make([]float64, len(s.f))
	for i, f := range s.f {
		s.at[i] = s.model.Lik.Log(s.data.Y[i], f)
		noise[i] = 1 / math.Max(-s.at[i].D2, s.least)
		residual[i] = f - s.prior[i] + noise[i]*s.at[i].D1
	}
	return newSeries(s.times, residual, noise)
}

// conditioned returns the state space given pseudo-observations.
func (s *latent) conditioned(o *series) (*conditioned, error) {
	c, err := condition(s.space.fork(), o)
	if err != nil {
		return nil, s.rounded(err)
	}
	c.unit = math.Sqrt(leastCurvature / s.least)
	return c, nil
}

// rounded says where the rounding errors of pseudo-observations come from: a model with a likelihood has no noise.
func (s *latent) rounded(err error) error {
	return fmt.Errorf("statespace: observations of %v say so much, next to the prior variance, that rounding errors spoil the latent values; "+
		"laplace.Condition takes more of them: %w", s.model.Lik, err)
}

// newton returns the latent values and weights after a whole step.
func (s *latent) newton() (f, a []float64, err error) {
	o := s.pseudo()
	c, err := s.conditioned(o)
	if err != nil {
		return nil, nil, err
	}
	b, err := c.backward()
	if err != nil {
		return nil, nil, s.rounded(err)
	}
	f, noise := o.unsorted(o.residual), o.unsorted(o.noise)
	next := make([]float64, len(f))
	for i, weight := range b.alpha {
		next[i] = s.prior[i] + f[i] - noise[i]*weight
	}
	return next, b.alpha, nil
}

// step moves by a part of a Newton step, and reports whether it was the last one.
func (s *latent) step() (last bool, err error) {
	f, a, err := s.newton()
	if err != nil {
		return false, err
	}
	whole := newton.Step{F: floats.SubTo(f, f, s.f), A: floats.SubTo(a, a, s.a)}
	for i, d := range s.at {
		whole.Rise += (d.D1 - s.a[i]) * whole.F[i]
	}
	at, _, last, err := s.search().Ascend(newton.Point{F: s.f, A: s.a, Value: s.value}, whole)
	s.f, s.a, s.value = at.F, at.A, at.Value
	return last, err
}

// conditionOnMode returns the state space given the pseudo-observations at the mode.
func conditionOnMode(m gplib.Model, d gplib.Data) (*conditioned, error) {
	s, err := findMode(context.Background(), m, d)
	if err != nil {
		return nil, err
	}
	return s.conditioned(s.pseudo())
}

// cavity returns the prediction of each observation from the others: the normal approximation of its likelihood is
// left out (Vehtari et al. 2016, JMLR 17(103), section 3.1). What is left is at most as wide as the prior.
func (c *conditioned) cavity(m gplib.Model, x cov.Inputs) (gplib.Prediction, error) {
	b, err := c.backward()
	if err != nil {
		return gplib.Prediction{}, err
	}
	mean, variance := m.MeanAt(x), make([]float64, c.count())
	m.Cov.Diag(variance, x)
	for i := range variance {
		o, row := c.at(i), c.rowOf(i)
		precision := b.precision[row]
		mean[row] += o.residual - b.alpha[row]/precision
		variance[row] = math.Max(math.Min(1/precision-o.noise, variance[row]), 0)
	}
	return gplib.NewPrediction(x, mean, variance, m.Lik), nil
}
