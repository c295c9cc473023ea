package rkhs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
	"krigo/gplib/param"
)

// run is one training, from one start at one rate.
type run struct {
	*fit
	*gplib.Start
	rate     float64
	method   method
	state    *state
	steppers []optim.Keeper // of θ and w; τ; own
	rng      *rand.Rand     // of this epoch's independent minibatches
	other    func() (*mat.Dense, []float64)

	epochsDone, stepsDone int
	average               []float64 // of u over the last half, where wanted
	averaged              float64   // steps in it
	mean                  gplib.Mean
	kept                  *assessment // the best
	keptStep              int
	since                 int // epochs since kept
	status                gplib.Status
}

// newRun returns run s.Number: each restart has every rate. It continues from
// its checkpoint, if any.
func (f *fit) newRun(s *gplib.Start) (*run, error) {
	r, err := f.begun(s)
	if err != nil {
		return nil, err
	}
	return r, r.resume()
}

// begun returns run s.Number at its start.
func (f *fit) begun(s *gplib.Start) (*run, error) {
	restart := s.Number / len(f.Rates)
	r := &run{fit: f, Start: s, rate: f.Rates[s.Number%len(f.Rates)], method: f.start(f.rows.n), status: gplib.IterationLimit}
	kernel := f.kernel
	rng := rand.New(rand.NewPCG(f.seed[0]+uint64(restart), f.seed[1]))
	if restart > 0 {
		theta := kernel.start(rng)
		f.limits.startAt(theta, kernel.theta)
		kernel = kernel.withLearned(theta)
	}
	r.other = func() (*mat.Dense, []float64) { return r.rows.other(r.rng, r.Batch) }
	weights, own := r.method.sizes(kernel)
	r.state = newState(kernel, f.rows.n, s.Fitting.Model.Noise.Params()[0].Value, weights, own)
	r.setMean(s.Fitting.Model.Mean)
	if err := r.learnMean(); err != nil {
		return nil, err
	}
	at, err := r.moments()
	if err != nil {
		return nil, err
	}
	if err := r.method.begin(r.state, at, f.rows, rng); err != nil {
		return nil, err
	}
	return r, r.startSteppers(own)
}

func (r *run) startSteppers(own int) error {
	total := r.Epochs * r.epochSteps()
	s := r.state
	for _, block := range []struct {
		dim    int
		factor float64
	}{{s.tau, 1}, {1, r.NoiseRate}, {len(s.w), 1}, {own, r.ownRate}} {
		stepper, err := r.stepper(block.dim, r.rate, block.factor, total)
		if err != nil {
			return err
		}
		r.steppers = append(r.steppers, stepper)
	}
	return nil
}

// epochSteps returns the number of minibatches of a pass, at least.
func (r *run) epochSteps() int { return (r.state.n + r.Batch - 1) / r.Batch }

// train runs the remaining epochs.
func (r *run) train() error {
	if r.kept == nil {
		if err := r.assess(); err != nil {
			return err
		}
	}
	for r.epochsDone < r.Epochs {
		if r.Patience > 0 && r.since >= r.Patience {
			r.status = gplib.Converged
			return nil
		}
		if r.stopped() {
			return nil
		}
		complete, err := r.epoch()
		if err != nil || !complete {
			return err
		}
		r.epochsDone++
		if r.epochsDone%r.every != 0 {
			continue
		}
		if err := r.assess(); err != nil {
			return err
		}
		if err := r.save(); err != nil {
			return err
		}
	}
	if err := r.assessAverage(); err != nil {
		return err
	}
	if r.status == gplib.IterationLimit && r.lateFall() <= r.Settings.Tol {
		r.status = gplib.Converged
	}
	return nil
}

// stopped reports whether the caller wants the run to end, and sets the status.
func (r *run) stopped() bool {
	status, stop := r.Interrupted()
	if stop {
		r.status = status
	}
	return stop
}

// epoch runs a pass over the rows, in an order that depends on seed and epoch
// only, so that a resumed run repeats it.
func (r *run) epoch() (complete bool, err error) {
	first, second := r.seed[0]+uint64(r.Number)<<32, r.seed[1]+uint64(r.epochsDone)
	r.rng = rand.New(rand.NewPCG(first, ^second))
	if err := r.rows.epoch(rand.NewPCG(first, second), r.Batch); err != nil {
		return false, err
	}
	for {
		x, y, err := r.rows.next()
		if err != nil {
			return false, err
		}
		if len(y) == 0 {
			return true, nil
		}
		if r.stopped() {
			return false, nil
		}
		if err := r.step(x, y); err != nil {
			return false, fmt.Errorf("rkhs: %s, epoch %d: %w", r.method.name(), r.epochsDone+1, err)
		}
	}
}

// step moves u against the gradient at a minibatch.
func (r *run) step(x *mat.Dense, y []float64) error {
	s := r.state
	clear(s.g)
	if err := r.method.gradient(s, x, y); err != nil {
		return err
	}
	r.limits.addPriors(s.g, s.u, s.n)
	r.limits.hold(s.g)
	norm := math.Sqrt(floats.Dot(s.g, s.g))
	if math.IsNaN(norm) || math.IsInf(norm, 0) {
		return fmt.Errorf("the gradient's norm is %v; a lower rate may help", norm)
	}
	if r.Clip > 0 && norm > r.Clip {
		floats.Scale(r.Clip/norm, s.g)
	}
	at := 0
	for i, size := range []int{s.tau, 1, len(s.w), len(s.own)} {
		r.steppers[i].Step(s.u[at:at+size], s.g[at:at+size])
		at += size
	}
	r.limits.clamp(s.u)
	if err := r.method.after(s, r.other); err != nil {
		return err
	}
	r.limits.clamp(s.u)
	r.stepsDone++
	r.addToAverage()
	return nil
}

// addToAverage keeps the mean of u over the last half of the steps.
func (r *run) addToAverage() {
	if !r.Average || 2*r.stepsDone <= r.Epochs*r.epochSteps() {
		return
	}
	if r.average == nil {
		r.average = make([]float64, len(r.state.u))
	}
	r.averaged++
	for j, v := range r.state.u {
		r.average[j] += (v - r.average[j]) / r.averaged
	}
}

// assessAverage assesses the mean of the last half.
func (r *run) assessAverage() error {
	if r.average == nil || r.stopped() {
		return nil
	}
	copy(r.state.u, r.average)
	return r.assess()
}

// assess evaluates the present point, records a step and keeps the best.
func (r *run) assess() error {
	if r.stepsDone > 0 {
		if err := r.learnMean(); err != nil {
			return err
		}
	}
	a, err := r.assessment()
	if err != nil {
		return fmt.Errorf("rkhs: %s after epoch %d: %w", r.method.name(), r.epochsDone, err)
	}
	r.since++
	if r.kept == nil || a.criterion < r.kept.criterion {
		r.kept, r.since = a, 0
	}
	r.keptStep = len(r.Steps()) - r.since
	r.RecordAt(gplib.Step{
		Value: a.value, Theta: r.natural(a.u, a.mean), GradNorm: floats.Norm(r.state.g, math.Inf(1)),
		Monitors: append(r.keptMonitors(a), r.method.monitors(r.state, a.moments)...),
	}, r.endAt(a))
	return nil
}

// endAt returns a function for the end of the run at the present point, whose
// assessment is a: a new run goes there and assesses it. It holds the parameters on
// which an assessment depends, and none of the run's matrices.
func (r *run) endAt(a *assessment) func() (*gplib.End, error) {
	f, start, mean, memory := r.fit, r.Start, r.mean, a.memory
	u := slices.Clone(r.state.u[:r.state.tau+1])
	if _, ok := r.method.(*variational); ok {
		u = slices.Clone(r.state.u)
	}
	return func() (*gplib.End, error) {
		again, err := f.begun(start)
		if err != nil {
			return nil, err
		}
		again.setMean(mean)
		copy(again.state.u, u)
		if memory != nil {
			err = again.goTo(again.state.u, memory)
		}
		if err != nil {
			return nil, err
		}
		a, err := again.assessment()
		if err != nil {
			return nil, err
		}
		end := again.end(a)
		end.Finish = func(e *gplib.End) error { return again.complete(a, e) }
		return end, nil
	}
}

// natural returns the model's parameters at u: the mean's, the kernel's and the
// noise's.
func (r *run) natural(u []float64, mean gplib.Mean) []float64 {
	theta := r.Start.Fitting.Model.Theta()
	at := len(theta) - 1 - r.state.tau
	if mean != nil {
		copy(theta, param.Values(mean.Params()))
	}
	copy(theta[at:], r.kernel.withLearned(u[:r.state.tau]).natural())
	theta[len(theta)-1] = math.Exp(u[r.state.tau])
	r.limits.natural(theta[at:])
	return theta
}

// moments returns the moments of all rows at the present features; see evaluator.
func (r *run) moments() (*moments, error) {
	features := r.state.evaluation()
	m := newMoments(features.d)
	err := r.rows.each(func(x *mat.Dense, y []float64) error {
		m.add(features.pass.Forward(x), y)
		return nil
	})
	linalg.MirrorLower(m.g)
	return m, err
}

// cloneU returns a copy of u with the noise variance v.
func (s *state) cloneU(v float64) []float64 {
	u := slices.Clone(s.u)
	u[s.tau] = math.Log(v)
	return u
}
