package gplib

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"krigo/gplib/optim"
)

// Start is one start of a fit.
type Start struct {
	*Fitting
	// Number counts from 0, the start at the model's own parameters or where
	// [Fitting.Screen] has put it.
	Number int
	// Model is at the parameters of this start.
	Model Model
	// RNG is the start's own generator.
	RNG *rand.Rand

	steps  []Step
	spent  time.Duration // before Resume
	lowest float64
	best   int // the step of the lowest value
	end    *End
	err    error
}

// startSpread is the standard deviation of further starts about the first.
const startSpread = 1.5

// start is start k at its parameters.
func (f *Fitting) start(k int) *Start {
	s := &Start{Fitting: f, Number: k, RNG: f.RNG, lowest: math.Inf(1)}
	if k > 0 {
		s.RNG = rand.New(rand.NewPCG(f.seed[0]+uint64(k), f.seed[1]))
	}
	switch {
	case k < len(f.starts):
		s.Model = f.starts[k]
	case k == 0:
		s.Model = f.Model
	default:
		s.Model = perturbed(f.First(), f.Params(f.First()), startSpread, s.RNG)
	}
	return s
}

// Space is where the parameters of this start move.
func (s *Start) Space() (*optim.Space, error) { return optim.NewSpace(s.Params(s.Model)) }

// Record adds a step to the trace and shows it to Observe. The step's value,
// parameters, norm of the gradient and monitors are the method's. It tells
// whether the fit must end; after an error of Observe it does nothing more.
func (s *Start) Record(step Step) (stop bool) {
	if s.observed != nil {
		return true
	}
	step.Iter, step.Restart, step.Elapsed = len(s.steps), s.Number, s.spent+s.Elapsed()
	step.Names = s.names()
	s.steps = append(s.steps, step)
	if step.Value < s.lowest || len(s.steps) == 1 {
		s.lowest, s.best = step.Value, step.Iter
	}
	if s.Settings.Observe != nil {
		s.observed = s.Settings.Observe(step)
	}
	_, stop = s.Interrupted()
	return stop
}

// Resume puts steps of an earlier run, from which this start goes on, before its
// own. Observe does not see them.
func (s *Start) Resume(steps []Step) {
	names := s.names()
	s.steps = slices.Clone(steps)
	for i := range s.steps {
		step := &s.steps[i]
		step.Iter, step.Restart, step.Names = i, s.Number, names
		s.spent = step.Elapsed
	}
}

// Relay is [Start.Record] as Settings.Observe of a fit inside this one, which
// its error ends.
func (s *Start) Relay(step Step) error {
	if s.Record(step) {
		return errEnded
	}
	return nil
}

var errEnded = errors.New("gplib: the fit around this one has ended")

// names are those of the parameters, shared by all steps.
func (s *Start) names() []string {
	if len(s.steps) > 0 {
		return s.steps[0].Names
	}
	return paramNames(s.Fitting.Model.Params())
}

// Steps are the steps so far.
func (s *Start) Steps() []Step { return slices.Clip(s.steps) }

// Best is the step of the lowest value. There must be a step.
func (s *Start) Best() Step { return s.steps[s.best] }

// End is the end at the step of the lowest value. There must be a step.
func (s *Start) End(status Status) *End {
	best := s.Best()
	return &End{Status: status, Model: s.Fitting.Model.With(best.Theta), Value: best.Value, Score: best.Value}
}
