package grief

import (
	"fmt"
	"math"
	"slices"
	"time"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// startExact moves the model, its mean function included, to the better of two
// exact fits on the sample, from the model's own parameters and from those that the
// data suggest, and raises its bounds to what the grid resolves. If the fits end below
// that, the grid gets more points, unless the user set their number; if it still does
// not resolve them, fits with raised bounds follow. Without an exact start it moves
// the mean only, to its most likely value at the parameters of the model.
func (p *problem) startExact() error {
	if err := p.relate(); err != nil {
		return err
	}
	own := p.model
	if p.exact < 0 {
		if own.Mean != nil {
			own.Cov, own.Noise = cov.Fix(own.Cov), gplib.FixedGaussian(noiseOf(own))
			if err := p.learnExactly(own); err != nil {
				return err
			}
		}
		return p.raise(p.resolvable())
	}
	if err := p.learnExactly(p.considered(own)...); err != nil {
		return err
	}
	p.rival = p.errorsOf(p.model)
	if p.adapt {
		p.refine()
	}
	defer p.lengthenUnseen()
	least := p.resolvable()
	if slices.EqualFunc(p.model.Theta(), least, func(v, bound float64) bool { return v >= bound }) {
		return p.raise(least)
	}
	p.model = own
	if err := p.raise(least); err != nil {
		return err
	}
	return p.learnExactly(p.considered(p.model)...)
}

// considered returns the starts of exact fits; about those after the first, others are compared.
func (p *problem) considered(own gplib.Model) []gplib.Model {
	if p.Settings.OwnStart {
		return []gplib.Model{own}
	}
	return []gplib.Model{own, own.FromData(p.sample)}
}

// learnExactly moves the model to the best of exact fits on the sample, if there is
// something to learn and nothing interrupts: to the most likely one, or one that
// predicts clearly better than that.
func (p *problem) learnExactly(starts ...gplib.Model) error {
	best := math.Inf(1)
	var errs []float64 // of the best
	for k, start := range starts {
		if p.Ctx.Err() != nil || len(free(start)) == 0 {
			return nil
		}
		began, settings := p.Elapsed(), p.Within(100)
		settings.OwnStart = k == 0
		fit, err := gplib.LBFGS{Condition: gplib.Unconditioned}.Fit(p.Ctx, start, p.sample, settings)
		if err != nil {
			return fmt.Errorf("grief: the exact start: %w", err)
		}
		var own []float64
		if len(starts) > 1 {
			own = p.errorsOf(fit.Model)
		}
		if gplib.ClearlyBetter(own, errs) || fit.Value < best && !gplib.ClearlyBetter(errs, own) {
			best, errs, p.model, p.meanLearned = fit.Value, own, p.model.With(fit.Model.Theta()), true
			p.exactSteps = later(fit.Trace.Steps, began)
		}
	}
	return nil
}

// later returns steps of a fit that began at a time.
func later(steps []gplib.Step, began time.Duration) []gplib.Step {
	steps = slices.Clone(steps)
	for i := range steps {
		steps[i].Elapsed += began
	}
	return steps
}

// showExact records the steps of the exact start, if it is on all rows: their values are
// those of the exact Gaussian process, which the functions approximate.
func (p *problem) showExact(s *gplib.Start) {
	if s.Number > 0 || p.sample.Len() < p.n {
		return
	}
	given, data := p.given, p.sample
	for _, step := range p.exactSteps {
		step.Monitors = climbMonitors(-1, 1, 0)
		theta, value := step.Theta, step.Value
		s.RecordEarlier(step, func() (*gplib.End, error) {
			return &gplib.End{Model: given.With(theta), Value: value, Posterior: func(m gplib.Model) (gplib.Posterior, gplib.Findings, error) {
				e, err := gplib.Condition(m, data)
				return e, nil, err
			}}, nil
		})
	}
}

// holdMean fixes the mean function at its value after the exact start, and
// subtracts it from the rows.
func (p *problem) holdMean() {
	p.Model = p.model
	if p.meanLearned {
		p.Model = p.model.HoldingMean()
	}
	p.HoldMean()
	if p.model = p.Model; p.model.Mean == nil {
		return
	}
	p.less = p.model.Mean
}

// asGiven returns the model with a mean function that is free where the user's is.
func (p *problem) asGiven(m gplib.Model) gplib.Model {
	if m.Mean != nil {
		values, _, _ := m.Layout().Split(m.Theta())
		m.Mean = p.given.Mean.With(values)
	}
	return m
}

// unseenRanges is the lengthscale of inputs that are constant in the sample, in
// their ranges.
const unseenRanges = 100

// lengthenUnseen makes inputs that are constant in the sample hardly matter.
// If such an input has a few rare values far off, a short lengthscale would
// give each of them its own function times every other function.
func (p *problem) lengthenUnseen() {
	theta, ps, first := p.model.Theta(), p.model.Params(), p.model.Layout().Mean
	needed := map[int]float64{} // 0 where an input that varies has it too
	for l, f := range p.parts.Factors {
		points := p.grid.axes[l].points
		for _, at := range f.Lengthscales {
			before, known := needed[at]
			switch {
			case p.varies(l) || known && before == 0:
				needed[at] = 0
			default:
				needed[at] = max(before, unseenRanges*(points[len(points)-1]-points[0]))
			}
		}
	}
	for at, length := range needed {
		if i := first + at; !ps[i].Fixed {
			theta[i] = math.Min(math.Max(theta[i], length), ps[i].Max)
		}
	}
	p.model = p.model.With(theta)
}

// varies reports whether an input has different values in the sample.
func (p *problem) varies(input int) bool {
	column := p.sample.X.(*cov.Matrix).Column(input)
	return slices.Min(column) < slices.Max(column)
}
