package inducing

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/evidence"
)

// Approximation is an approximation of the covariance matrix K of f at the n
// inputs. With Q = K_XZ (K_ZZ + εI)⁻¹ K_ZX and the noise Λ = diag(s):
type Approximation int

const (
	// VFE is the variational free energy: -log N(y; m, Q + Λ) plus
	// tr(Λ⁻¹(K - Q))/2, an upper bound of the negative log marginal likelihood
	// (Titsias 2009, equation 9).
	VFE Approximation = iota
	// DTC is the deterministic training conditional, or projected process:
	// -log N(y; m, Q + Λ) (Seeger, Williams and Lawrence 2003). It is not a bound.
	DTC
	// FITC is the fully independent training conditional, or sparse
	// pseudo-input Gaussian process: -log N(y; m, Q + diag(K - Q) + Λ)
	// (Snelson and Ghahramani 2006). It is not a bound.
	FITC
)

// String returns the customary abbreviation.
func (a Approximation) String() string {
	switch a {
	case VFE:
		return "VFE"
	case DTC:
		return "DTC"
	case FITC:
		return "FITC"
	default:
		return fmt.Sprintf("Approximation(%d)", int(a))
	}
}

// relativeJitter is the default jitter as a part of the mean prior variance.
const relativeJitter = 1e-6

// Sparse is a sparse approximation at given inducing points. As an objective
// it is a function of the model's parameters, those of mean and noise
// included; noise may differ between observations. An evaluation takes O(nm²)
// time and two m × n matrices. It implements [gplib.Objective].
type Sparse struct {
	// Approximation is VFE by default.
	Approximation Approximation
	// Points are the m inducing points, of the kind that the covariance
	// function takes; they need not be among the data.
	Points cov.Inputs
	// Jitter is ε, the constant added to the diagonal of K_ZZ, in the unit of
	// the variances. 0 is 1e-6 times the mean prior variance at Points, whose
	// derivative is then part of the gradient. K - Q stays positive
	// semi-definite whatever ε is, so that bounds hold.
	Jitter float64
}

// Name returns the standard term.
func (s Sparse) Name() string {
	switch s.Approximation {
	case VFE:
		return "variational free energy"
	case DTC:
		return "negative log marginal likelihood of the projected process"
	default:
		return "negative log marginal likelihood of FITC"
	}
}

// Eval returns the objective, in nats, and, where grad is not nil, its
// gradient with respect to the natural values of m.Params().
func (s Sparse) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	return s.EvalPoints(m, d, grad, nil)
}

// EvalPoints is [Sparse.Eval] that also writes the derivatives by the
// coordinates of Points into points, m × d, where that is not nil. Points are
// then a *cov.Matrix and the covariance function is differentiable by its
// inputs; see [cov.InputGrad].
func (s Sparse) EvalPoints(m gplib.Model, d gplib.Data, grad []float64, points *mat.Dense) (float64, error) {
	value, _, err := s.evaluate(m, d, grad, points)
	return value, err
}

// evaluate is EvalPoints that also returns tr(Λ⁻¹(K - Q)).
func (s Sparse) evaluate(m gplib.Model, d gplib.Data, grad []float64, points *mat.Dense) (value, bound float64, err error) {
	if err := evidence.CheckGrad("inducing", grad, len(m.Params())); err != nil {
		return 0, 0, err
	}
	f, err := s.factorize(m, d)
	if err != nil {
		return 0, 0, err
	}
	value, bound = f.value(), weightedTrace(f.rest, f.noise)
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, 0, fmt.Errorf("inducing: the %s is %v at %v", s.Name(), value, m)
	}
	if grad == nil && points == nil {
		return value, bound, nil
	}
	g := f.gradient()
	if grad != nil {
		g.params(grad)
	}
	if points != nil {
		return value, bound, g.points(points)
	}
	return value, bound, nil
}

// inUnitsOf returns inducing points as points like x, unless they have their own
// units.
func inUnitsOf(points, x cov.Inputs) cov.Inputs {
	z, ok := points.(*cov.Matrix)
	if !ok || z == nil {
		return points
	}
	if means, _ := z.Standardisations(); means != nil || z.Names() != nil {
		return points
	}
	return z.Like(x)
}

// check returns an error for invalid arguments of Eval or Condition.
func (s Sparse) check(m gplib.Model, d gplib.Data) error {
	if err := d.Check(); err != nil {
		return fmt.Errorf("inducing: %w", err)
	}
	if err := m.CheckAt(d.X, inUnitsOf(s.Points, d.X)); err != nil {
		return fmt.Errorf("inducing: %w", err)
	}
	return s.checkPoints(m)
}

// checkAny does check for a model with any likelihood, which only VFE takes.
func (s Sparse) checkAny(m gplib.Model, d gplib.Data) error {
	if m.Lik == nil {
		return s.check(m, d)
	}
	if s.Approximation != VFE {
		return s.needsNoise(m)
	}
	if err := m.CheckData(d); err != nil {
		return fmt.Errorf("inducing: %w", err)
	}
	if err := cov.CheckLike(d.X, inUnitsOf(s.Points, d.X)); err != nil {
		return fmt.Errorf("inducing: %w", err)
	}
	return s.checkPoints(m)
}

// needsNoise refuses a likelihood.
func (s Sparse) needsNoise(m gplib.Model) error {
	return fmt.Errorf("inducing: %v needs Gaussian noise, and the model has the likelihood %v; VFE takes it", s.Approximation, m.Lik)
}

// checkPoints returns an error if the approximation does not suit m.
func (s Sparse) checkPoints(m gplib.Model) error {
	switch {
	case s.Points == nil || s.Points.Len() == 0:
		return errors.New("inducing: Sparse.Points: there are no inducing points")
	case s.Approximation < VFE || s.Approximation > FITC:
		return fmt.Errorf("inducing: Sparse.Approximation is %v", s.Approximation)
	case !(s.Jitter >= 0) || math.IsInf(s.Jitter, 1):
		return fmt.Errorf("inducing: Sparse.Jitter is %v; it must not be negative", s.Jitter)
	}
	if err := m.Cov.Check(s.Points); err != nil {
		return fmt.Errorf("inducing: Sparse.Points: %w", err)
	}
	if f, ok := s.Points.(interface{ CheckFinite() error }); ok {
		if err := f.CheckFinite(); err != nil {
			return fmt.Errorf("inducing: Sparse.Points: %w", err)
		}
	}
	return nil
}

// noiseAt returns s(x_i), which must be positive.
func noiseAt(m gplib.Model, x cov.Inputs) ([]float64, error) {
	s := make([]float64, x.Len())
	m.Noise.Var(s, x)
	for i, v := range s {
		if !(v > 0) || math.IsInf(v, 1) {
			return nil, fmt.Errorf("inducing: the noise variance at point %d is %v; it must be positive", i, v)
		}
	}
	return s, nil
}
