package rkhs

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/linalg"
	"krigo/gplib/metric"
)

// finish completes the end of the kept run: its value is that of all rows, and
// it warns where more epochs or another learner would do better.
func (r *run) finish(e *gplib.End) error {
	if err := r.complete(r.kept, e); err != nil {
		return err
	}
	if r.status == gplib.IterationLimit {
		e.Warnings = append(e.Warnings, r.unfinished())
	}
	if r.held == nil || !r.held.own {
		return nil
	}
	r.recordEnd(*e)
	if _, stop := r.Interrupted(); stop {
		return nil
	}
	rmse, rows, err := r.exactError()
	if err == nil && rmse*rivalMargin < r.kept.verdict.rmse {
		code := "exact-better"
		if rmse*rivalFar < r.kept.verdict.rmse {
			code = "baseline-better"
		}
		e.Warnings = append(e.Warnings, gplib.Finding{
			Code: code,
			Found: fmt.Sprintf("an exact Gaussian process of %d of the rows predicts those held out better (root mean squared error %.3g against %.3g)",
				rows, rmse, r.kept.verdict.rmse),
			Do: "for so few rows take gplib.LBFGS and cov.SE",
		})
	}
	return nil
}

// recordEnd adds a last step for the end on all rows: the parameters of the kept step, with
// the noise that the rows held out need.
func (r *run) recordEnd(e gplib.End) {
	e.Finish = nil
	last := r.Steps()[len(r.Steps())-1]
	r.RecordAt(gplib.Step{
		Value: e.Value, Theta: e.Model.Theta(), GradNorm: math.NaN(),
		Monitors: append(r.keptMonitors(r.kept), absent(last.Monitors[heldMonitors:])...),
	}, func() (*gplib.End, error) {
		end := e
		return &end, nil
	})
}

// absent returns monitors without values.
func absent(monitors []gplib.Monitor) []gplib.Monitor {
	monitors = slices.Clone(monitors)
	for i := range monitors {
		monitors[i].Value = math.NaN()
	}
	return monitors
}

// heldMonitors is the number of monitors of keptMonitors where rows are held out.
const heldMonitors = 3

// keptMonitors returns the monitors of a point that all methods have.
func (r *run) keptMonitors(a *assessment) []gplib.Monitor {
	monitors := []gplib.Monitor{{Name: "noise variance", Value: a.noise, Meaning: "variance of the noise"}}
	if r.held == nil {
		return monitors
	}
	return append(monitors,
		gplib.Monitor{Name: "held-out NLPD", Value: a.criterion, Meaning: "mean negative log predictive density of the rows held out"},
		gplib.Monitor{Name: "kept step", Value: float64(r.keptStep), Meaning: "the step of the least held-out NLPD so far, whose parameters are kept"})
}

// complete conditions the end at a point on all rows of the fit.
func (r *run) complete(a *assessment, e *gplib.End) error {
	r.setMean(a.mean)
	if a.heldPhi == nil || !r.held.own {
		return nil
	}
	return r.takeHeldOut(a, e)
}

// takeHeldOut adds the rows held out to those on which the posterior is
// conditioned. Features learned without them may not fit them at the noise of
// the others; so the noise is raised to the value that predicts each of them
// best from all other rows.
func (r *run) takeHeldOut(a *assessment, e *gplib.End) error {
	a.moments = a.moments.clone()
	a.moments.add(a.heldPhi, r.held.y)
	linalg.MirrorLower(a.moments.g)
	s, err := a.moments.spectrum(a.heldPhi)
	if err != nil {
		return err
	}
	v, err := r.held.judge(r.limits, s.leastNoise(), s.leftOut(r.held.y))
	if err != nil {
		return err
	}
	a.noise = max(a.noise, v.noise)
	a.u[r.state.tau] = math.Log(a.noise)
	e.Model = e.Model.With(r.natural(a.u, a.mean))
	all, err := a.moments.at(a.noise)
	if err != nil {
		return err
	}
	e.Value = (all.nlml - r.limits.logPrior(a.u)) / float64(a.moments.n)
	return nil
}

// pause is the least number of evaluations that show a pause.
const pause = 5

// lateFall returns the fall of the criterion over the last half of the
// evaluations, or over the last fifth with rows held out: as their criterion
// rises again when the network overfits, a pause is more informative.
func (r *run) lateFall() float64 {
	early, least := math.Inf(1), math.Inf(1)
	steps := r.Steps()
	until := (len(steps) + 1) / 2
	if r.held != nil {
		until = max(until, min(len(steps)*4/5, len(steps)-pause))
	}
	for i, s := range steps {
		least = min(least, r.criterionOf(s))
		if i < until {
			early = least
		}
	}
	return early - least
}

// criterionOf returns the criterion that chooses the point of a step.
func (r *run) criterionOf(s gplib.Step) float64 {
	if r.held != nil {
		return s.Monitors[1].Value
	}
	return s.Value
}

// unfinished is the finding if the last epoch ended the run.
func (r *run) unfinished() gplib.Finding {
	what := "the loss"
	if r.held != nil {
		what = "the negative log predictive density of the rows held out"
	}
	return gplib.Finding{
		Code: "unfinished", Found: fmt.Sprintf("%s still fell by %.2g a row late in the %d epochs", what, r.lateFall(), r.Epochs),
		Do: "train for more (Training.Epochs)",
	}
}

// rivalMargin and rivalFar are the largest ratios of held-out errors without a note, and without a
// warning: on few rows of a smooth function an exact process predicts somewhat better than a
// network that works.
const rivalMargin, rivalFar = 1.05, 2

// exactError returns the root mean squared error, at the rows held out, of an
// exact Gaussian process given some of the other rows, and their number.
func (r *run) exactError() (rmse float64, rows int, err error) {
	_, d := r.rows.x.Dims()
	train := gplib.Data{X: cov.Points(r.rows.x), Y: r.rows.y}
	model := gplib.Model{Cov: cov.Scale(1, cov.SE(slices.Repeat([]float64{1}, d)...)), Noise: gplib.Gaussian(0.1)}
	learned, some, err := r.Baseline(model.FromData(train), train)
	if err != nil {
		return 0, 0, err
	}
	exact, err := gplib.Condition(learned, some)
	if err != nil {
		return 0, 0, err
	}
	q, err := exact.Predict(cov.Points(r.held.x))
	if err != nil {
		return 0, 0, err
	}
	rmse, err = metric.RMSE(r.held.y, q.Mean)
	return rmse, some.Len(), err
}
