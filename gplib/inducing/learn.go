package inducing

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// Rules are the stopping rules of learners that move inducing points and
// hyper-parameters, such as [Subset] and [Continuous]. A fit goes through
// epochs: the choice of points, then a phase of L-BFGS. The zero value is the
// default.
//
// [gplib.Settings] add theirs: Tol is the relative decrease of the objective
// over an epoch that counts as none (1e-4), MaxIter caps the iterations of all
// phases together (500). Each of the Restarts has its own choice of points.
type Rules struct {
	// Phase is the number of L-BFGS iterations in an epoch; 0 is the
	// learner's default.
	Phase int
	// Patience is the number of epochs in a row without a decrease that end
	// the fit; 0 is 3 if each epoch chooses new points, else 1.
	Patience int
}

const (
	defaultTol     = 1e-4
	defaultMaxIter = 500
	defaultSize    = 100
)

// check fills in defaults and checks the rules.
func (r Rules) check(f *gplib.Fitting, defaults Rules) (Rules, error) {
	if r.Phase < 0 || r.Patience < 0 {
		return r, fmt.Errorf("inducing: Rules is %+v; neither may be negative", r)
	}
	f.Default(defaultMaxIter, defaultTol)
	f.LastIter = f.Settings.MaxIter + 1 // a phase records where it begins
	f.Screen()
	return Rules{cmp.Or(r.Phase, defaults.Phase), cmp.Or(r.Patience, defaults.Patience)}, nil
}

// smallStart is the number of elements of n × m matrices up to which starts run
// at the same time.
const smallStart = 1 << 18

// descent is the state of one start.
type descent struct {
	*gplib.Start
	rules Rules
}

// arrival is the result of an epoch: hyper-parameters and points, and the
// objective there.
type arrival struct {
	model     gplib.Model
	points    cov.Inputs
	value     float64
	objective string // its name
}

// arrivalAt returns the result of a phase.
func arrivalAt(m gplib.Model, points cov.Inputs, phase *gplib.Result) *arrival {
	return &arrival{m, points, phase.Value, phase.Trace.Objective}
}

// epoch chooses points and moves from m to a better model.
type epoch func(m gplib.Model) (*arrival, error)

// run goes through epochs until a rule ends them, and returns the best. An
// epoch that fails after the first ends them too.
func (d *descent) run(next epoch, sparse func(points cov.Inputs) Sparse) (*gplib.End, error) {
	var best *arrival
	var status gplib.Status
	m := d.Model
	for idle := 0; idle < d.rules.Patience; {
		at, err := next(m)
		if err != nil && best == nil {
			return nil, err
		}
		if err != nil {
			if status, _ = d.Interrupted(); status == gplib.Converged {
				status = gplib.Stalled
			}
			break
		}
		idle++
		if best == nil || best.value-at.value > d.Settings.Tol*math.Abs(at.value) {
			idle = 0
		}
		if best == nil || at.value < best.value {
			best = at
		}
		m = at.model
		var stop bool
		if status, stop = d.stopped(); stop {
			break
		}
	}
	return d.end(best, status, sparse(best.points)), nil
}

func (d *descent) end(at *arrival, status gplib.Status, sparse Sparse) *gplib.End {
	return &gplib.End{
		Status: status, Model: at.model, Value: at.value, Score: at.value, Objective: at.objective,
		Posterior: sparse.posteriorOf(d.Data),
	}
}

// posteriorOf returns a function that conditions models on d, given these points.
func (s Sparse) posteriorOf(d gplib.Data) func(m gplib.Model) (gplib.Posterior, gplib.Findings, error) {
	return func(m gplib.Model) (gplib.Posterior, gplib.Findings, error) {
		p, err := s.Condition(m, d)
		return p, nil, err
	}
}

// record adds a step of a phase with the points of sparse.
func (d *descent) record(s gplib.Step, sparse Sparse) error {
	given, data := d.Fitting.Model, d.Data
	return d.RelayAt(s, func() (*gplib.End, error) {
		return &gplib.End{Model: given.With(s.Theta), Value: s.Value, Posterior: sparse.posteriorOf(data)}, nil
	})
}

// stopped reports whether the start must end, and why.
func (d *descent) stopped() (gplib.Status, bool) {
	status, stop := d.Interrupted()
	if !stop && d.iterations() >= d.Settings.MaxIter {
		return gplib.IterationLimit, true
	}
	return status, stop
}

// iterations returns the number of steps after the starting point.
func (d *descent) iterations() int { return max(0, len(d.Steps())-1) }

// phase moves the parameters of m by L-BFGS on an objective. observe sees
// its steps, the first at m. The result has no posterior.
func (d *descent) phase(o gplib.Objective, m gplib.Model, observe func(gplib.Step) error) (*gplib.Result, error) {
	settings := d.Within(min(d.rules.Phase, max(1, d.Settings.MaxIter-d.iterations())))
	settings.Observe = observe
	result, err := gplib.LBFGS{Objective: o, Condition: gplib.Unconditioned}.Fit(d.Ctx, m, d.Data, settings)
	if result != nil { // err is observe's
		return result, nil
	}
	return nil, err
}

// choose selects points for m, or random ones where the fit is cancelled before
// it has any.
func choose(f *gplib.Fitting, rng *rand.Rand, by Selector, m gplib.Model, size int, begun bool) (*Selection, error) {
	selection, err := by.Select(f.Ctx, m, f.Data, size, rng)
	if err != nil && f.Ctx.Err() != nil && !begun {
		return Random{}.Select(context.WithoutCancel(f.Ctx), m, f.Data, size, rng)
	}
	return selection, err
}

func (d *descent) choose(by Selector, m gplib.Model, size int) (*Selection, error) {
	return choose(d.Fitting, d.RNG, by, m, size, len(d.Steps()) > 0)
}

// sizeFor returns the number of inducing points for n observations.
func sizeFor(size, n int) (int, error) {
	switch {
	case size == 0:
		return min(defaultSize, n), nil
	case size < 0 || size > n:
		return 0, fmt.Errorf("inducing: Size is %d; it must lie in [1, %d], the number of points", size, n)
	}
	return size, nil
}

// jitterFor returns ε of a fit, one constant throughout: jitter, or 1e-6 times
// the mean prior variance at the start if that is 0.
func jitterFor(jitter float64, m gplib.Model, d gplib.Data) float64 {
	if jitter != 0 {
		return jitter
	}
	diag := make([]float64, d.Len())
	m.Cov.Diag(diag, d.X)
	return relativeJitter * stat.Mean(diag, nil)
}

// steady is a sparse objective that remembers the trace bound of its last
// evaluation.
type steady struct {
	Sparse
	bound float64
}

func (s *steady) Eval(m gplib.Model, d gplib.Data, grad []float64) (float64, error) {
	value, bound, err := s.evaluate(m, d, grad, nil)
	s.bound = bound
	return value, err
}

func (s *steady) monitors(epoch int) []gplib.Monitor {
	return append([]gplib.Monitor{
		{Name: "epoch", Value: float64(epoch), Meaning: "choices of inducing points so far"},
	}, sparseMonitors(s.bound, s.Points.Len())...)
}

// sparseMonitors returns the monitors of every fit with m inducing points.
func sparseMonitors(bound float64, m int) []gplib.Monitor {
	return []gplib.Monitor{
		{Name: "trace bound", Value: bound, Meaning: "what the inducing points leave unexplained; 0 is an exact process"},
		{Name: "inducing points", Value: float64(m), Meaning: "number of inducing points"},
	}
}
