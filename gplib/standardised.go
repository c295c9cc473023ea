package gplib

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/internal/form"
)

// Standardised returns l on standardised data: inputs and observations of mean 0 and
// standard deviation 1 ([Scaling]). Its model and the result's model, with bounds,
// priors and the objective, are on that scale; data, predictions, samples and gradients
// are in the user's own units. The posterior is a [Rescaled] where that of l can be
// written, extended and differentiated.
//
// Fits do not need it for their quality: bounds and starts come from the data. Use it
// to state priors on the standard scale, or to compare lengthscales of inputs in
// different units. Inputs are a *cov.Matrix.
//
//	fit, err := gplib.Standardised(gplib.LBFGS{}).Fit(ctx, model, data, nil)
func Standardised(l Learner) Learner { return standardised{l} }

type standardised struct{ Learner }

// Fit learns from the standardised data.
func (l standardised) Fit(ctx context.Context, m Model, d Data, s *Settings) (*Result, error) {
	if l.Learner == nil {
		return nil, errors.New("gplib: Standardised: the learner is nil")
	}
	if m.Lik != nil {
		return nil, fmt.Errorf("gplib: Standardised scales observations, which the likelihood %v does not allow; "+
			"fit the data as they are (fits do not depend on units), or scale the inputs alone (Scaling.Inputs)", m.Lik)
	}
	by, err := NewScaling(d)
	if err != nil {
		return nil, err
	}
	scaled, err := by.Data(d)
	if err != nil {
		return nil, err
	}
	scaled.Target = d.Target
	r, failure := l.Learner.Fit(ctx, m, scaled, s)
	if r == nil {
		return nil, failure
	}
	r.Method += ", standardised"
	if r.Posterior != nil {
		if r.Posterior, err = rescale(r.Posterior, *by); err != nil {
			return nil, errors.Join(failure, err)
		}
		r.past = r.past.then(func(p Posterior) (Posterior, error) { return rescale(p, *by) }, r.Posterior)
	}
	return r, failure
}

// Auto returns a model of the learner ([AutoFor]) for standardised data.
func (l standardised) Auto(d Data) (Model, error) {
	by, err := NewScaling(d)
	if err != nil {
		return Model{}, err
	}
	scaled, err := by.Data(d)
	if err != nil {
		return Model{}, err
	}
	return AutoFor(l.Learner, scaled)
}

// rescale returns p, of standardised data, in the units before.
func rescale(p Posterior, by Scaling) (Posterior, error) {
	r, err := newRescaled(p, by)
	if err != nil {
		return nil, err
	}
	whole, ok := p.(scalable)
	if !ok {
		return r, nil
	}
	return &Rescaled{*r, whole}, nil
}

func newRescaled(p Posterior, by Scaling) (*rescaled, error) {
	scaled := p.Data()
	x, err := by.points(scaled.X)
	if err != nil {
		return nil, err
	}
	if x, err = x.Unstandardised(by.XMean, by.XStd); err != nil {
		return nil, fmt.Errorf("gplib: %w", err)
	}
	d := Data{X: x, Y: make([]float64, scaled.Len()), Target: scaled.Target}
	for i, v := range scaled.Y {
		d.Y[i] = v*by.YStd + by.YMean
	}
	return &rescaled{p, by, d}, nil
}

// rescaled is a posterior of standardised data in the units before.
type rescaled struct {
	of   Posterior
	by   Scaling
	data Data
}

// Data returns the data conditioned on, in its own units.
func (r *rescaled) Data() Data { return r.data }

// Scaled returns the posterior on the standard scale.
func (r *rescaled) Scaled() Posterior { return r.of }

// unscaled returns the posterior of standardised data and the scaling.
func (r *rescaled) unscaled() *rescaled { return r }

// Scaling returns the scaling of the data.
func (r *rescaled) Scaling() Scaling { return r.by }

// inputs returns x on the standard scale.
func (r *rescaled) inputs(x cov.Inputs) (*cov.Matrix, error) {
	if err := checkInputs(x); err != nil {
		return nil, err
	}
	if err := cov.CheckLike(x, r.data.X); err != nil {
		return nil, fmt.Errorf("gplib: %w", err)
	}
	m, err := r.by.points(x)
	if err != nil {
		return nil, err
	}
	return m.Standardised(r.by.XMean, r.by.XStd)
}

// Predict returns the marginal distributions of f and y at x.
func (r *rescaled) Predict(x cov.Inputs) (Prediction, error) {
	scaled, err := r.inputs(x)
	if err != nil {
		return Prediction{}, err
	}
	p, err := r.of.Predict(scaled)
	if err != nil {
		return Prediction{}, err
	}
	return r.by.observed(p, x), nil
}

// Covariance returns the joint mean and covariance of the latent f at x.
func (r *rescaled) Covariance(x cov.Inputs) ([]float64, *mat.SymDense, error) {
	scaled, err := r.inputs(x)
	if err != nil {
		return nil, nil, err
	}
	mean, c, err := r.of.Covariance(scaled)
	if err != nil {
		return nil, nil, err
	}
	r.values(mean)
	c.ScaleSym(r.by.YStd*r.by.YStd, c)
	return mean, c, nil
}

// values brings values of f to the units of the data.
func (r *rescaled) values(f []float64) {
	floats.Scale(r.by.YStd, f)
	floats.AddConst(r.by.YMean, f)
}

// Draw returns a draw of f. A nil src is a fixed seed.
func (r *rescaled) Draw(src rand.Source) (*Path, error) {
	path, err := Draw(r.of, src)
	if err != nil {
		return nil, err
	}
	return &Path{func(x cov.Inputs) ([]float64, error) {
		scaled, err := r.inputs(x)
		if err != nil {
			return nil, err
		}
		f, err := path.At(scaled)
		if err == nil {
			r.values(f)
		}
		return f, err
	}}, nil
}

// scalable lists the methods that [Rescaled] needs of its posterior.
type scalable interface {
	Differentiable
	Extendable
	Savable
}

// Rescaled is a posterior of standardised data in the original units, as a fit by
// [Standardised] returns it. It implements [Differentiable], [Extendable] and
// [Savable].
type Rescaled struct {
	rescaled
	whole scalable
}

func init() { RegisterPosterior(&Rescaled{}) }

// MeanGradient returns the derivatives of the posterior mean of f at the m points x
// by their coordinates, m × d, in the unit of y per unit of the input. It fails for inputs
// unlike those of the data, and where the scaled posterior has no derivatives.
func (r *Rescaled) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	return r.gradient(x, r.whole.MeanGradient, r.by.YStd)
}

// VarGradient returns the derivatives of the posterior variance of f, m × d, in the unit of y squared per unit of the
// input; see [Rescaled.MeanGradient], which has the same errors.
func (r *Rescaled) VarGradient(x cov.Inputs) (*mat.Dense, error) {
	return r.gradient(x, r.whole.VarGradient, r.by.YStd*r.by.YStd)
}

func (r *Rescaled) gradient(x cov.Inputs, of func(cov.Inputs) (*mat.Dense, error), unit float64) (*mat.Dense, error) {
	scaled, err := r.inputs(x)
	if err != nil {
		return nil, err
	}
	grad, err := of(scaled)
	if err != nil {
		return nil, err
	}
	for i := range scaled.Len() {
		for k, std := range r.by.XStd {
			grad.Set(i, k, grad.At(i, k)*unit/std)
		}
	}
	return grad, nil
}

// Extend returns the posterior given additional data, in the units of the first. The scaling stays. It fails where the
// extension of the scaled posterior does, and for inputs unlike those of the data.
func (r *Rescaled) Extend(more Data) (Posterior, error) {
	if err := more.Check(); err != nil {
		return nil, err
	}
	if _, err := r.inputs(more.X); err != nil {
		return nil, err
	}
	scaled, err := r.by.Data(more)
	if err != nil {
		return nil, err
	}
	p, err := r.whole.Extend(scaled)
	if err != nil {
		return nil, err
	}
	return rescale(p, r.by)
}

// MarshalBinary returns the posterior's binary form, which [Load] reads.
func (r *Rescaled) MarshalBinary() ([]byte, error) {
	var b bytes.Buffer
	if err := Save(&b, r.whole); err != nil {
		return nil, err
	}
	f := form.New(r, 1)
	f.JSON("scaling", r.by)
	f.Bytes("posterior of scaled data", b.Bytes())
	return f.Seal()
}

// UnmarshalBinary replaces r by the posterior of a binary form. Where it fails r is
// unchanged.
func (r *Rescaled) UnmarshalBinary(b []byte) error {
	return form.Restore(r, b, 1, func(from *form.Reader) (*Rescaled, error) {
		var by Scaling
		from.JSON("scaling", &by)
		content := from.Bytes("posterior of scaled data")
		if from.Err() != nil {
			return nil, from.Err()
		}
		of, err := Load(bytes.NewReader(content))
		if err != nil {
			return nil, err
		}
		p, err := rescale(of, by)
		if err != nil {
			return nil, err
		}
		whole, ok := p.(*Rescaled)
		if !ok {
			return nil, fmt.Errorf("a posterior of type %T cannot be rescaled", of)
		}
		return whole, nil
	})
}
