package gplib

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
	"krigo/gplib/lik"
	"krigo/gplib/metric"
	"krigo/gplib/noise"
)

// LikelihoodMethod is a [Method] for models with a likelihood. [Learn] refuses such models for
// other methods.
type LikelihoodMethod interface {
	Method
	// CheckModel returns an error that says why the method cannot take the likelihood of m, which
	// is not nil, or nil.
	CheckModel(m Model) error
}

// ClassesMethod is a [LikelihoodMethod] for models with a latent value for each class ([lik.Classes]). [Learn] refuses
// such models for other methods.
type ClassesMethod interface {
	LikelihoodMethod
	TakesClasses()
}

// NoiseProcessMethod is a [Method] for models whose noise is a process ([NoiseProcess]). [Learn] refuses such models
// for other methods.
type NoiseProcessMethod interface {
	Method
	TakesNoiseProcess()
}

// classes returns the names of the classes of a model that has a latent value for each, else nil.
func (m Model) classes() []string {
	if m.Lik == nil {
		return nil
	}
	return lik.Classes(m.Lik)
}

// checkLik returns an error unless the method takes the likelihood and the noise of m.
func checkLik(method Method, m Model) error {
	_, own := method.(NoiseProcessMethod)
	if _, k, ok := noise.ProcessOf(m.Noise); ok && !own {
		return fmt.Errorf("gplib: the noise of the model is a process (%v), and this learner needs noise of known variance; hetero.Learner takes it", k)
	}
	if m.Lik == nil {
		return nil
	}
	if _, ok := method.(ClassesMethod); m.classes() != nil && !ok {
		return fmt.Errorf("gplib: the model has the likelihood %v, and this learner needs one latent value at a row; softmax.Learner takes it", m.Lik)
	}
	if own, ok := method.(LikelihoodMethod); ok {
		return own.CheckModel(m)
	}
	return fmt.Errorf("gplib: the model has the likelihood %v, and this learner needs Gaussian noise; laplace.Learner takes it", m.Lik)
}

// Evidence is an [Objective] of another package that is the negative log marginal likelihood of a
// model, or approximates it. Evaluations share nothing, and those of some of the rows estimate
// that of all, so that [LBFGS] compares starts by it.
type Evidence interface {
	Objective
	// EvalWithin does Eval. It ends soon after ctx does, with its error, and may leave grad
	// unchanged where the value is above limit.
	EvalWithin(ctx context.Context, limit float64, m Model, d Data, grad []float64) (float64, error)
}

// Successive is an [Evidence] whose evaluations at nearby parameters, one after another, help each other.
type Successive interface {
	Evidence
	// Successive returns the same evidence for such evaluations, of one descent at a time. Its values
	// do not depend on earlier ones, except for rounding.
	Successive() Evidence
}

// successive returns o for the evaluations of one descent.
func successive(o Objective) Objective {
	switch o := o.(type) {
	case MAP:
		return MAP{successive(o.objective())}
	case Successive:
		return o.Successive()
	}
	return o
}

// latent returns d with rough latent values in place of observations, if m has a likelihood.
func (m Model) latent(d Data) Data {
	if m.Lik != nil {
		d.Y = m.Lik.Latent(d.Y)
	}
	return d
}

// isDiscrete reports whether observations are labels or counts. These repeat by themselves, so that
// equal rows are separate observations, and have probabilities instead of densities.
func (m Model) isDiscrete() bool { return m.Lik != nil && m.Lik.Support().Whole }

// addSpread adds the variance of the noise to the diagonal of a covariance matrix at x: of a
// likelihood, the mean of that of a normal approximation at rough latent values.
func (f *Fitting) addSpread(c *mat.Dense, m Model, x cov.Inputs) {
	if m.Lik == nil {
		addNoise(c, m.Noise, x)
		return
	}
	curvature := 0.0
	for i, latent := range m.Lik.Latent(f.Data.Y) {
		curvature += math.Max(-m.Lik.Log(f.Data.Y[i], latent).D2, 0) / float64(f.Data.Len())
	}
	for i := 0; i < x.Len() && curvature > 0; i++ {
		c.Set(i, i, c.At(i, i)+1/curvature)
	}
}

// Score returns the usual measures of the prediction next to observations. With a likelihood RMSE,
// MAE and SMSE are those of the mean of an observation ([Prediction.MeanY]), NLPD is the mean
// negative log density or probability, coverages are those of [Prediction.IntervalY], and CRPS is NaN.
func (q Prediction) Score(y []float64) (metric.Scores, error) {
	if q.Lik == nil {
		return metric.All(y, q.Mean, q.VarY)
	}
	s := metric.Scores{SMSE: math.NaN(), CRPS: math.NaN()}
	log, err := q.LogDensityY(y)
	if err != nil {
		return s, err
	}
	mean := q.MeanY()
	if s.RMSE, err = metric.RMSE(y, mean); err != nil {
		return s, err
	}
	if s.MAE, err = metric.MAE(y, mean); err != nil {
		return s, err
	}
	if smse, err := metric.SMSE(y, mean); err == nil { // y is not constant
		s.SMSE = smse
	}
	s.NLPD = -stat.Mean(log, nil)
	s.Coverage50, s.Coverage95 = q.coverage(y, 0.5), q.coverage(y, 0.95)
	return s, nil
}

// coverage returns the part of the observations inside the interval of probability p, of a
// likelihood.
func (q Prediction) coverage(y []float64, p float64) float64 {
	inside := 0.0
	for i, v := range y {
		if q.holds(i, v, p) {
			inside++
		}
	}
	return inside / float64(len(y))
}

// holds reports whether y is in the interval of probability p at point i, which ends at quantiles,
// by the distribution function alone.
func (q Prediction) holds(i int, y, p float64) bool {
	o, tail := q.observed(i), (1-p)/2
	below := o.CDF(y)
	if below < tail {
		return false
	}
	if q.Lik.Support().Whole {
		below = o.CDF(y - 1)
		return below < 1-tail
	}
	return below <= 1-tail
}
