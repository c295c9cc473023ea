package admm

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// GradientDescent minimises an objective by steps of a fixed length along the
// gradient, as the paper's baseline maximises the marginal likelihood
// (equation 3):
//
//	θ ← θ − η ∇l(θ).
//
// It is here to be compared with. A step takes the O(n³) time of
// [gplib.LML]'s gradient, and η must be found for each set of data: too large
// and the values rise or the parameters leave their bounds, too small and it
// creeps. [gplib.Fit] maximises the likelihood by L-BFGS, and gplib.LBFGS
// with gplib.HoldOut or gplib.KFold as its Objective minimises the exact
// errors that [HoldOut] and [KFold] approach.
//
// It stops where the largest derivative is at most Settings.Tol·max(1,
// |value|), with Tol 1e-5 by default, or after Settings.MaxIter steps, 200 by
// default; a point at which the objective cannot be evaluated ends it too,
// with the status Stalled. The best point counts.
type GradientDescent struct {
	// Objective is what to minimise; nil is [gplib.LML], half the paper's
	// l(θ) = yᵀC⁻¹y + log|C| but for a constant. Where the model has priors
	// it is [gplib.MAP] of this one.
	Objective gplib.Objective
	// Rate is η; 0 is 1/n. On Objective [gplib.LML] it is twice the paper's η,
	// whose l is twice as large.
	Rate float64
	// Raw moves the natural values of the parameters, as the paper does,
	// instead of those on the learning scale.
	Raw bool
}

// Fit learns the parameters of m from d; see [GradientDescent] and
// [gplib.Learner]. Its posterior is exact.
func (g GradientDescent) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if !(g.Rate >= 0) || math.IsInf(g.Rate, 1) {
		return nil, optionError("Rate", g.Rate, "it must not be negative")
	}
	f, err := newSearch(ctx, m, d, s)
	if err != nil {
		return nil, err
	}
	f.begin(ctx, newSpace(m, g.Raw, -1))
	g = g.resolved(f)
	o := &onPhi{space: f.space, objective: g.Objective, data: d}
	f.starts(func(r *recorder, phi []float64) gplib.Status { return g.run(o, r, phi) })
	if f.record.phi == nil {
		return nil, o.err
	}
	return f.result("gradient descent", g.Objective.Name(), f.space.theta(f.record.phi), Stored)
}

func (g GradientDescent) resolved(f *search) GradientDescent {
	if g.Objective == nil {
		g.Objective = gplib.LML{}
	}
	if f.space.hasPriors() {
		g.Objective = gplib.MAP{Objective: g.Objective}
	}
	if g.Rate == 0 {
		g.Rate = 1 / float64(f.data.Len())
	}
	if f.settings.Tol == 0 {
		f.settings.Tol = 1e-5
	}
	if f.settings.MaxIter == 0 {
		f.settings.MaxIter = 200
	}
	return g
}

// run descends from phi.
func (g GradientDescent) run(o *onPhi, r *recorder, phi []float64) gplib.Status {
	phi = slices.Clone(phi)
	grad := make([]float64, len(phi))
	for {
		value, err := o.eval(grad, phi)
		if err != nil {
			return gplib.Stalled
		}
		o.space.project(grad, phi)
		r.add(phi, state{error: value, grad: largest(grad)}, nil)
		if status, stop := r.interrupted(); stop {
			return status
		}
		switch {
		case largest(grad) <= r.settings.Tol*math.Max(1, math.Abs(value)):
			return gplib.Converged
		case r.iteration() >= r.settings.MaxIter:
			return gplib.IterationLimit
		}
		floats.AddScaled(phi, -g.Rate, grad)
		o.space.clamp(phi)
	}
}

// onPhi is an objective as a function of the learned coordinates.
type onPhi struct {
	space     *space
	objective gplib.Objective
	data      gplib.Data
	err       error // of the last evaluation that failed
}

// eval returns the value at phi and writes the gradient into grad.
func (o *onPhi) eval(grad, phi []float64) (float64, error) {
	natural := make([]float64, len(o.space.params))
	value, err := o.objective.Eval(o.space.model.With(o.space.theta(phi)), o.data, natural)
	if err != nil {
		o.err = err
		return 0, err
	}
	o.space.chain(grad, natural, phi)
	return value, nil
}
