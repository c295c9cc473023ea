package laplace

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
)

// NewtonPath is the way of Newton's method from the prior mean to the mode of the latent values, step by
// step; [Newton] returns one. It is for looking at: [Condition] and [Learner] take fewer factorisations
// and often begin nearer to the mode.
type NewtonPath struct {
	Model gplib.Model
	Data  gplib.Data
	// Steps are in the order in which they are taken. The last one has the mode as F and To, and a
	// Size of 0.
	Steps []NewtonStep
}

// NewtonStep is a step of Newton's method from latent values f at the n rows of the data. About f the
// log likelihood of each row is replaced by the parabola
//
//	log p(y_i|f_i) + Slope_i (g - f_i) - Weight_i (g - f_i)²/2
//
// in g. That is, up to a constant, the log density of normal noise of variance 1/Weight_i about the
// target f_i + Slope_i/Weight_i, so that the step goes to the mean of a Gaussian process given these
// targets (Rasmussen and Williams 2006, section 3.4.1, equation 3.18).
type NewtonStep struct {
	// F are the latent values, To those of the whole step, the maximum of the parabolas and the prior
	// together.
	F, To []float64
	// Slope and Weight are the first derivatives of the log likelihoods, and the negative second ones. A
	// Weight is negative where a log likelihood is convex. Where that leaves the whole without a
	// maximum, the weights of such rows are 0 instead.
	Slope, Weight []float64
	// Psi is the objective log p(y|f) - (f-m)ᵀK⁻¹(f-m)/2.
	Psi float64
	// Size is the part of the way to To that is taken: 1, or a half, a quarter and so on where the
	// objective does not rise enough.
	Size float64

	at, to []float64 // K⁻¹(F-m) and K⁻¹(To-m)
}

// Newton returns the steps of Newton's method from the prior mean to the mode, for a model with a
// likelihood at its own parameters. Each step takes O(n³) time and O(n) memory. The mode is that of
// [Condition], but for a likelihood with several of them, where the start decides.
func Newton(ctx context.Context, m gplib.Model, d gplib.Data) (*NewtonPath, error) {
	if err := kind.Check(m, d); err != nil {
		return nil, err
	}
	s, err := newLatent(ctx, m, d, new(workspace))
	if err != nil {
		return nil, err
	}
	s.atPrior()
	if err := s.search().CheckStart(s.value); err != nil {
		return nil, err
	}
	path := &NewtonPath{Model: m, Data: d}
	err = s.search().Run(ctx, func() (last bool, err error) {
		var step NewtonStep
		step, last, err = s.newton(ctx)
		path.Steps = append(path.Steps, step)
		return last, err
	})
	if err != nil {
		return nil, err
	}
	return path, s.end(ctx, path)
}

// newton takes a step with factors of its own weights.
func (s *latent) newton(ctx context.Context) (step NewtonStep, last bool, err error) {
	s.stale = true
	s.differentiate()
	weights, err := s.stepWeights(ctx)
	if err != nil {
		return step, false, err
	}
	step = s.expansion(weights)
	step.Size, last, err = s.ascend(weights)
	if err != nil {
		return step, false, err
	}
	step.To, step.to = beyond(step.F, s.F, step.Size), beyond(step.at, s.A, step.Size)
	return step, last, nil
}

// expansion returns the parabolas about the latent values.
func (s *latent) expansion(weights []float64) NewtonStep {
	return NewtonStep{F: s.F, Slope: slopes(s.at), Weight: append([]float64(nil), weights...), Psi: s.value, at: s.A}
}

// beyond returns the end of a way if a part of it leads from from to to.
func beyond(from, to []float64, part float64) []float64 {
	end := floats.SubTo(make([]float64, len(from)), to, from)
	floats.Scale(1/part, end)
	floats.Add(end, from)
	return end
}

// end adds the mode to the path.
func (s *latent) end(ctx context.Context, path *NewtonPath) error {
	if err := s.finish(ctx); err != nil {
		return err
	}
	mode := s.expansion(s.W)
	mode.To, mode.to = mode.F, mode.at
	path.Steps = append(path.Steps, mode)
	return nil
}

// Curves returns the means of f at x given the latent values of step i: m(x) + k(x, X)K⁻¹(f - m) for f
// = F and f = To.
func (p *NewtonPath) Curves(i int, x cov.Inputs) (from, to []float64, err error) {
	if err := p.check(i); err != nil {
		return nil, nil, err
	}
	if err := errors.Join(p.Model.CheckLik(x), cov.CheckLike(x, p.Data.X)); err != nil {
		return nil, nil, fmt.Errorf("laplace: Curves: %w", err)
	}
	k := mat.NewDense(x.Len(), p.Data.Len(), nil)
	p.Model.Cov.Gram(k, x, p.Data.X)
	curve := func(weights []float64) []float64 {
		f := make([]float64, x.Len())
		linalg.MulVec(f, k, weights)
		floats.Add(f, p.Model.MeanAt(x))
		return f
	}
	return curve(p.Steps[i].at), curve(p.Steps[i].to), nil
}

// Targets returns the observations that step i has the Gaussian process regress on, F + Slope/Weight, and
// their standard deviations Weight^-½. Both are NaN in rows whose weight is not positive, which have
// none.
func (p *NewtonPath) Targets(i int) (target, deviation []float64, err error) {
	if err := p.check(i); err != nil {
		return nil, nil, err
	}
	s := p.Steps[i]
	target, deviation = make([]float64, len(s.F)), make([]float64, len(s.F))
	for row, w := range s.Weight {
		if !(w > 0) {
			target[row], deviation[row] = math.NaN(), math.NaN()
			continue
		}
		target[row], deviation[row] = s.F[row]+s.Slope[row]/w, 1/math.Sqrt(w)
	}
	return target, deviation, nil
}

func (p *NewtonPath) check(i int) error {
	if i < 0 || i >= len(p.Steps) {
		return fmt.Errorf("laplace: there is no step %d; there are %d, from 0", i, len(p.Steps))
	}
	return nil
}

// Move returns by how much the step taken moves the latent value that it moves furthest.
func (s NewtonStep) Move() float64 { return s.Size * floats.Distance(s.To, s.F, math.Inf(1)) }

// String lists the objective and the largest move of each step.
func (p *NewtonPath) String() string {
	last := len(p.Steps) - 1
	text := fmt.Sprintf("Newton's method, %d steps from the prior mean of %d latent values:", last, p.Data.Len())
	for i, s := range p.Steps[:last] {
		text += fmt.Sprintf("\n%2d  objective %-10.6g moves f by up to %.2g", i, s.Psi, s.Move())
		if s.Size < 1 {
			text += fmt.Sprintf(", %.3g of the whole step", s.Size)
		}
	}
	return text + fmt.Sprintf("\n%2d  objective %-10.6g the mode", last, p.Steps[last].Psi)
}
