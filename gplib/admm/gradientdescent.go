package admm

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
)

// GradientDescent minimises an objective by steps of a fixed length along the
// gradient, as the paper's baseline maximises the marginal likelihood
// (equation 3):
//
//	θ ← θ − η ∇l(θ).
//
// It is here for comparison. A step takes the O(n³) time of [gplib.LML]'s
// gradient, and η must be found for each set of data: too large and the values
// rise or the parameters leave their bounds, too small and it creeps.
// [gplib.Fit] maximises the likelihood by L-BFGS, and gplib.LBFGS with
// gplib.HoldOut or gplib.KFold as its Objective minimises the exact errors that
// [HoldOut] and [KFold] approach.
//
// It stops where the largest derivative is at most Settings.Tol·max(1,
// |value|), with Tol 1e-5 by default, or after Settings.MaxIter steps, 200 by
// default; a point at which the objective cannot be evaluated ends it too,
// with the status Stalled. The best point counts.
type GradientDescent struct {
	// Objective is the function to minimise; nil is [gplib.LML], half the paper's
	// l(θ) = yᵀC⁻¹y + log|C| but for a constant. Where the model has priors it is
	// [gplib.MAP] of this one.
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
	return gplib.Learn(ctx, &gradientDescent{GradientDescent: g}, m, d, s)
}

// gradientDescent is the [gplib.Method] of one fit.
type gradientDescent struct {
	GradientDescent
	space *space
}

func (g *gradientDescent) Begin(f *gplib.Fitting) error {
	if !(g.Rate >= 0) || math.IsInf(g.Rate, 1) {
		return optionError("Rate", g.Rate, "it must not be negative")
	}
	if err := checkNoise(f.Model, f.Data); err != nil {
		return err
	}
	f.Screen()
	g.space = newSpace(f.First(), f.Params(f.First()), g.Raw, -1)
	if g.Objective == nil {
		g.Objective = gplib.LML{}
	}
	if f.Model.HasPriors() {
		g.Objective = gplib.MAP{Objective: g.Objective}
	}
	g.Rate = cmp.Or(g.Rate, 1/float64(f.Data.Len()))
	f.Name, f.Objective = "gradient descent", g.Objective.Name()
	f.Default(200, 1e-5)
	return nil
}

func (g *gradientDescent) Run(s *gplib.Start) (*gplib.End, error) {
	phi := g.space.phiOf(s.Model.Theta())
	grad := make([]float64, len(phi))
	for iter := 0; ; iter++ {
		value, err := g.eval(s, grad, phi)
		switch {
		case err != nil && iter == 0:
			return nil, err
		case err != nil:
			return s.End(gplib.Stalled), nil
		}
		g.space.project(grad, phi)
		if s.Record(gplib.Step{Value: value, Theta: g.space.theta(phi), GradNorm: largest(grad)}) {
			status, _ := s.Interrupted()
			return s.End(status), nil
		}
		switch {
		case largest(grad) <= s.Settings.Tol*math.Max(1, math.Abs(value)):
			return s.End(gplib.Converged), nil
		case iter >= s.Settings.MaxIter:
			return s.End(gplib.IterationLimit), nil
		}
		floats.AddScaled(phi, -g.Rate, grad)
		g.space.clamp(phi)
	}
}

// eval returns the value at phi and writes the gradient into grad.
func (g *gradientDescent) eval(s *gplib.Start, grad, phi []float64) (float64, error) {
	natural := make([]float64, len(g.space.params))
	value, err := g.Objective.Eval(s.Model.With(g.space.theta(phi)), s.Data, natural)
	if err != nil {
		return 0, err
	}
	g.space.chain(grad, natural, phi)
	return value, nil
}
