package bo

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/cov"
)

// Acquisition is a function of the posterior whose greatest point is evaluated next.
type Acquisition string

const (
	// LogEI is the logarithm of the expected improvement on the best value so far, computed so that it has usable
	// gradients where the improvement is tiny (Ament et al. 2023). With noise, the best value is the least posterior
	// mean at an evaluated point.
	LogEI Acquisition = "logEI"
	// UCB is the bound -mean + Kappa·sd of the function, which is minimised, in standardised units (Srinivas et al.
	// 2010).
	UCB Acquisition = "UCB"
	// LogPI is the log probability of improvement on the best value so far.
	LogPI Acquisition = "logPI"
	// Thompson is a function that is drawn from the posterior (Wilson et al. 2020), and whose least point is taken.
	Thompson Acquisition = "Thompson"
)

// criterion is a function of the moments of an output at a point.
type criterion func(mean, variance float64) (value, byMean, byVariance float64)

// leastVarianceAt keeps standard deviations positive where a point was evaluated without noise.
const leastVarianceAt = 1e-18

// logEI is log E[max(best - f, 0)].
func logEI(best float64) criterion {
	return func(mean, variance float64) (value, byMean, byVariance float64) {
		s := math.Sqrt(max(variance, leastVarianceAt))
		z := (best - mean) / s
		h, slope := logH(z)
		return h + math.Log(s), -slope / s, (1 - z*slope) / (2 * s * s)
	}
}

// logBelow is log P(f <= most): of an improvement, or of a constraint that is feasible.
func logBelow(most float64) criterion {
	return func(mean, variance float64) (value, byMean, byVariance float64) {
		s := math.Sqrt(max(variance, leastVarianceAt))
		z := (most - mean) / s
		value, slope := logCDF(z)
		return value, -slope / s, -slope * z / (2 * s * s)
	}
}

// bound is -mean + kappa·sd.
func bound(kappa float64) criterion {
	return func(mean, variance float64) (value, byMean, byVariance float64) {
		s := math.Sqrt(max(variance, leastVarianceAt))
		return -mean + kappa*s, -1, kappa / (2 * s)
	}
}

// term is a part of an acquisition function at the model's coordinates.
type term interface {
	// values adds the term at several points.
	values(dst []float64, z *cov.Matrix) error
	// gradient adds the term at one point to value and its derivatives to grad.
	gradient(value *float64, grad []float64, z *cov.Matrix) error
}

// judged is a criterion of an output.
type judged struct {
	*surrogate
	criterion
}

func (j judged) values(dst []float64, z *cov.Matrix) error {
	p, err := j.post.Predict(z)
	if err != nil {
		return err
	}
	for i := range dst {
		v, _, _ := j.criterion(p.Mean[i], p.Var[i])
		dst[i] += v
	}
	return nil
}

func (j judged) gradient(value *float64, grad []float64, z *cov.Matrix) error {
	of, err := j.post.ChainGradient(z, func(_ int, mean, variance float64) (byMean, byVariance float64) {
		v, byMean, byVariance := j.criterion(mean, variance)
		*value += v
		return byMean, byVariance
	})
	if err == nil {
		floats.Add(grad, of.RawRowView(0))
	}
	return err
}

// acquisition is a sum of terms as a function of places.
type acquisition struct {
	space *Space
	terms []term
}

// values returns the acquisition at several places.
func (a *acquisition) values(places [][]float64) ([]float64, error) {
	z, err := a.space.inputs(places)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(places))
	for _, t := range a.terms {
		if err := t.values(values, z); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// gradient returns the acquisition at the places t, and writes its derivatives by them into dst: 0 by those of discrete
// dimensions, between whose values the model is constant.
func (a *acquisition) gradient(dst, t []float64) (value float64, err error) {
	z, err := a.space.inputs([][]float64{t})
	if err != nil {
		return 0, err
	}
	grad := make([]float64, a.space.coordinates())
	for _, part := range a.terms {
		if err := part.gradient(&value, grad, z); err != nil {
			return 0, err
		}
	}
	for k, d := range a.space.dims {
		dst[k] = 0
		if !d.discrete() {
			dst[k] = grad[a.space.first[k]]
		}
	}
	return value, nil
}
