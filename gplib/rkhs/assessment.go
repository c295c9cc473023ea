package rkhs

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/rkhs/feature"
)

// evaluationFeatures is the number of random Fourier features that approximate
// a Gaussian kernel in passes over all rows.
const evaluationFeatures = 1000

// evaluation is a forward pass whose features have the linear kernel.
type evaluation struct {
	kernel *Kernel
	pass   feature.Pass
	d      int
}

// evaluation returns the forward pass of the state's kernel, or of its
// approximation: the Gaussian's lengthscale and variance are just the
// parameters of Fourier.
func (s *state) evaluation() evaluation {
	k := s.kernel
	if _, gaussian := s.head.(gaussianHead); gaussian {
		in := k.features.Out()
		k = Linear(feature.Chain{k.features, feature.Fourier{Inputs: in, Features: evaluationFeatures, Seed: 1}}, 0)
	}
	return evaluation{kernel: k, pass: k.features.Pass(s.u[:s.tau:s.tau], nil), d: k.features.Out()}
}

// assessment is the evaluation of one point on all rows.
type assessment struct {
	u         []float64 // with the chosen noise
	mean      gplib.Mean
	noise     float64
	value     float64 // objective per row
	criterion float64 // by which the best is kept
	verdict   verdict // of held-out rows, if any
	moments   *moments
	heldPhi   *mat.Dense  // the features of held-out rows
	memory    [][]float64 // the method's, where the value depends on it
	// posterior conditions a model with the parameters u.
	posterior func(m gplib.Model) (gplib.Posterior, gplib.Findings, error)
}

// assessment evaluates the present point.
func (r *run) assessment() (a *assessment, err error) {
	if v, ok := r.method.(*variational); ok {
		a, err = r.assessBound(v)
	} else {
		a, err = r.assessLikelihood()
	}
	if err != nil {
		return nil, err
	}
	a.value -= r.limits.logPrior(a.u) / float64(r.state.n)
	a.criterion = a.value
	if r.held != nil {
		a.criterion = a.verdict.density
	}
	return a, nil
}

func (r *run) objective() string {
	name := "negative log marginal likelihood per row"
	if _, ok := r.method.(*variational); ok {
		name = "negative ELBO per row"
	}
	if len(r.limits.priors) > 0 {
		name += ", with priors"
	}
	return name
}

// assessLikelihood assesses by the exact likelihood at the present features.
func (r *run) assessLikelihood() (*assessment, error) {
	m, err := r.moments()
	if err != nil {
		return nil, err
	}
	features := r.state.evaluation()
	a := &assessment{mean: r.mean, noise: r.state.noise(), moments: m}
	if err := r.chooseNoise(a, features); err != nil {
		return nil, err
	}
	solved, err := m.at(a.noise)
	if err != nil {
		return nil, err
	}
	a.u, a.value = r.state.cloneU(a.noise), solved.perPoint(m.n)
	a.posterior = func(learned gplib.Model) (gplib.Posterior, gplib.Findings, error) {
		return r.posterior(a, learned, features.kernel.withLearned(a.u[:r.state.tau]))
	}
	return a, nil
}

// chooseNoise sets the noise at which the moments are evaluated: the one of the
// lowest density loss of held-out rows, or of the likelihood, or the present
// one.
func (r *run) chooseNoise(a *assessment, features evaluation) (err error) {
	lo, hi := r.limits.noise()
	if r.held == nil {
		if r.PolishNoise && lo < hi {
			a.noise, err = a.moments.polished(lo, hi, r.limits.noisePrior)
		}
		return err
	}
	a.heldPhi = mat.DenseCopyOf(features.pass.Forward(r.held.x))
	s, err := a.moments.spectrum(a.heldPhi)
	if err != nil {
		return err
	}
	a.verdict, err = r.held.judge(r.limits, s.leastNoise(), s.at)
	a.noise = a.verdict.noise
	return err
}

// posterior returns the posterior given the rows of the moments, at the point a.
func (r *run) posterior(a *assessment, learned gplib.Model, kernel *Kernel) (gplib.Posterior, gplib.Findings, error) {
	solved, err := a.moments.at(a.noise)
	if err != nil {
		return nil, nil, err
	}
	var found gplib.Findings
	if _, gaussian := r.state.head.(gaussianHead); gaussian {
		found = append(found, gplib.Finding{
			Code: "random-features", Found: fmt.Sprintf("likelihood and posterior are those of %d random Fourier features of the kernel", evaluationFeatures),
		})
	}
	if j := solved.chol.Jitter(); j > 0 {
		found = append(found, gplib.Finding{Code: "jitter", Found: fmt.Sprintf("jitter of %.3g was added to the diagonal of F", j)})
	}
	return &Posterior{model: learned, kernel: kernel, data: r.Data, moments: a.moments, solution: solved}, found, nil
}

// assessBound assesses by the bound of all rows.
func (r *run) assessBound(v *variational) (*assessment, error) {
	value, err := v.bound(r.state, r.rows)
	if err != nil {
		return nil, err
	}
	a := &assessment{mean: r.mean, u: r.state.cloneU(r.state.noise()), noise: r.state.noise(), value: value}
	for _, part := range v.memory() {
		a.memory = append(a.memory, slices.Clone(part))
	}
	condition := v.posterior(r.state, r.Data)
	if r.held != nil {
		latent := r.Start.Fitting.Model.With(r.natural(a.u, a.mean))
		latent.Mean = nil
		p, err := condition(latent)
		if err != nil {
			return nil, err
		}
		if err := r.chooseBoundNoise(a, p); err != nil {
			return nil, err
		}
	}
	a.posterior = func(learned gplib.Model) (gplib.Posterior, gplib.Findings, error) {
		p, err := condition(learned)
		return p, nil, err
	}
	return a, nil
}

// chooseBoundNoise sets the noise that held-out rows choose, given the posterior
// of f without the mean function.
func (r *run) chooseBoundNoise(a *assessment, latent *SparsePosterior) error {
	q, err := latent.Predict(cov.Points(r.held.x).Like(r.Data.X))
	if err != nil {
		return err
	}
	a.verdict, err = r.held.judge(r.limits, 0, func(float64) (mean, varF []float64) { return q.Mean, q.Var })
	a.noise = a.verdict.noise
	a.u = r.state.cloneU(a.noise)
	return err
}
