package rkhs

import (
	"fmt"
	"slices"

	"krigo/gplib"
	"krigo/gplib/metric"
	"krigo/gplib/rkhs/feature"
)

// evaluationFeatures is the number of random Fourier features that stand for
// a Gaussian kernel where all rows are looked at.
const evaluationFeatures = 1000

// evaluation is a forward pass whose features have the linear kernel.
type evaluation struct {
	kernel *Kernel
	pass   feature.Pass
	d      int
}

// evaluation is that of the state's kernel, or of its approximation: the
// Gaussian's lengthscale and variance are just the parameters of Fourier.
func (s *state) evaluation() evaluation {
	k := s.kernel
	if _, gaussian := s.head.(gaussianHead); gaussian {
		in := k.features.Out()
		k = &Kernel{head: linearHead{}, features: feature.Chain{
			k.features, feature.Fourier{Inputs: in, Features: evaluationFeatures, Seed: 1},
		}}
	}
	return evaluation{kernel: k, pass: k.features.Pass(s.u[:s.tau:s.tau], nil), d: k.features.Out()}
}

// assessment is what all rows say of one point.
type assessment struct {
	u         []float64 // with the polished noise
	noise     float64
	value     float64 // objective per row
	criterion float64 // by which the best is kept
	moments   *moments
	memory    [][]float64 // the method's, where the value depends on it
	// posterior conditions a model with the parameters u. It is called once.
	posterior func(m gplib.Model) (gplib.Posterior, []string, error)
}

// assessment evaluates the present point.
func (r *run) assessment() (*assessment, error) {
	var a *assessment
	var err error
	if v, ok := r.method.(*variational); ok {
		a, err = r.assessBound(v)
	} else {
		a, err = r.assessLikelihood()
	}
	if err != nil {
		return nil, err
	}
	a.criterion = a.value
	if r.Validation.Len() > 0 {
		a.criterion, err = r.validate(a)
	}
	return a, err
}

func (r *run) objective() string {
	if _, ok := r.method.(*variational); ok {
		return "negative ELBO per row"
	}
	return "negative log marginal likelihood per row"
}

// assessLikelihood has the exact likelihood at the present features.
func (r *run) assessLikelihood() (*assessment, error) {
	m, err := r.moments()
	if err != nil {
		return nil, err
	}
	v := r.state.noise()
	if r.PolishNoise && !r.noise.Fixed {
		lo, hi := r.bounds()
		if v, err = m.polished(lo, hi); err != nil {
			return nil, err
		}
	}
	solved, err := m.at(v)
	if err != nil {
		return nil, err
	}
	a := &assessment{u: r.state.cloneU(v), noise: v, value: solved.perPoint(m.n), moments: m}
	kernel := r.state.evaluation().kernel
	a.posterior = func(learned gplib.Model) (gplib.Posterior, []string, error) {
		var warnings []string
		if kernel != r.state.kernel {
			warnings = append(warnings, fmt.Sprintf("likelihood and posterior are those of %d random Fourier features of the kernel", evaluationFeatures))
		}
		if j := solved.chol.Jitter(); j > 0 {
			warnings = append(warnings, fmt.Sprintf("jitter of %.3g was added to the diagonal of F", j))
		}
		conditioned := kernel.withLearned(a.u[:r.state.tau])
		return &Posterior{model: learned, kernel: conditioned, data: r.Data, moments: m, solution: solved}, warnings, nil
	}
	return a, nil
}

// assessBound has the bound of all rows.
func (r *run) assessBound(v *variational) (*assessment, error) {
	value, err := v.bound(r.state, r.rows)
	if err != nil {
		return nil, err
	}
	a := &assessment{u: r.state.cloneU(r.state.noise()), noise: r.state.noise(), value: value}
	for _, part := range v.memory() {
		a.memory = append(a.memory, slices.Clone(part))
	}
	condition := v.posterior(r.state, r.Data)
	a.posterior = func(learned gplib.Model) (gplib.Posterior, []string, error) {
		p, err := condition(learned)
		return p, nil, err
	}
	return a, nil
}

// validate is the mean negative log predictive density of the validation set.
func (r *run) validate(a *assessment) (float64, error) {
	p, _, err := a.posterior(r.Start.Fitting.Model.With(r.natural(a.u)))
	if err != nil {
		return 0, err
	}
	q, err := p.Predict(r.Validation.X)
	if err != nil {
		return 0, fmt.Errorf("rkhs: Validation: %w", err)
	}
	return metric.NLPD(r.Validation.Y, q.Mean, q.VarY)
}
