package mcmc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Learner is type-I inference as a [gplib.Learner]: it draws the free parameters
// from their posterior density (see [Hyper], also for default priors), and its
// posterior is a [Mixture] over draws. The zero value is the recommended setting.
//
// The result's model has the posterior means of the parameters, and the priors. Its
// value is the mean of the negative log density, in the coordinates of the sampler
// and up to its constant. The trace has a step each draw, chain after chain, with the
// chain as a monitor. Chains start near the model's own parameters, or near those
// that the data suggest ([gplib.Fitting.Screen]). Settings.MaxIter, if positive, is
// the number of steps of each chain, half of them warm-up, and the fit's status is
// [gplib.IterationLimit], as it is where the chains disagree at their end; Tol and
// Restarts are not used. Warnings report bad chains ([Chains.Warnings]) and draws that
// pile up at a bound.
//
// A step takes between a few and several dozen evaluations of the objective, O(n³)
// each.
type Learner struct {
	// Objective is as in [Hyper].
	Objective gplib.Objective
	// Sampler moves the chains; nil is NUTS{}.
	Sampler Sampler
	// Chains, Warmup and Draws are those of [Settings].
	Chains, Warmup, Draws int
	// Averaged is the number of draws, evenly spaced among all, that predictions
	// average; 0 is 100.
	Averaged int
}

// Fit draws; see [gplib.Learner].
func (l Learner) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	return gplib.Learn(ctx, &inference{Learner: l}, m, d, s)
}

// inference is the [gplib.Method] of one fit.
type inference struct {
	Learner
	ran    [][]byte // the chains of FitChains, nil if chains must run
	start  *gplib.Start
	target *Hyperparameters
}

// errEnded ends the chains of a fit that is interrupted.
var errEnded = errors.New("mcmc: the fit has ended")

func (l *inference) Begin(f *gplib.Fitting) error {
	if l.Averaged < 0 {
		return fmt.Errorf("mcmc: Averaged is %d; it must not be negative", l.Averaged)
	}
	l.Averaged = cmp.Or(l.Averaged, 100)
	if l.Sampler == nil {
		l.Sampler = NUTS{}
	}
	f.Screen()
	f.Name, f.Objective, f.Starts = "type-I inference by MCMC", "negative log posterior density of the parameters", 1
	var err error
	if l.target, err = Hyper(l.Objective, f.First(), f.Data); err != nil {
		return err
	}
	f.Model = l.target.model
	data := f.Data
	f.Condition = func(drawn gplib.Model) (gplib.Posterior, gplib.Findings, error) {
		p, err := gplib.Condition(drawn, data)
		return p, nil, err
	}
	settings := l.settings(f)
	whole, err := withDefaults(&settings)
	f.LastIter = whole.Chains*whole.Draws - 1
	return err
}

// settings returns the settings of the sampling.
func (l *inference) settings(f *gplib.Fitting) Settings {
	s := Settings{Chains: l.Chains, Warmup: l.Warmup, Draws: l.Draws}
	if steps := f.Settings.MaxIter; steps > 0 {
		s.Warmup = max(1, steps/2)
		s.Draws = max(1, steps-s.Warmup)
	}
	return s
}

func (l *inference) Run(s *gplib.Start) (*gplib.End, error) {
	l.start = s
	settings := l.settings(s.Fitting)
	settings.Src = s.RNG
	ctx := s.Ctx
	switch limit := s.Settings.Runtime; {
	case s.Settings.Observe != nil:
		settings.Observe = l.observe
	case limit > 0:
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit-s.Elapsed())
		defer cancel()
	}
	chains, err := l.sample(ctx, &settings)
	if err != nil && !errors.Is(err, errEnded) {
		return nil, err
	}
	if settings.Observe == nil {
		l.record(chains)
	}
	return l.end(chains)
}

// sample draws, or reads the chains that have run.
func (l *inference) sample(ctx context.Context, s *Settings) (*Chains, error) {
	if l.ran == nil {
		return Sample(ctx, l.target, l.Sampler, s)
	}
	settings, err := prepare(ctx, l.target, l.Sampler, s)
	if err != nil {
		return nil, err
	}
	return settings.replay(l.target, l.ran)
}

// observe shows a draw as it comes.
func (l *inference) observe(step Step) error {
	if _, stop := l.start.Interrupted(); stop {
		return errEnded
	}
	if !step.Warmup && l.start.Record(l.step(step.Chain, step.Values, step.LogDensity)) {
		return errEnded
	}
	return nil
}

// record adds the draws to the trace unless an observer did.
func (l *inference) record(chains *Chains) {
	for c, draws := range chains.Draws {
		for i, draw := range draws {
			l.start.Record(l.step(c, draw, chains.LogDensity[c][i]))
		}
	}
}

func (l *inference) step(chain int, draw []float64, logDensity float64) gplib.Step {
	return gplib.Step{
		Value: -logDensity, Theta: l.target.at(draw).Theta(),
		Monitors: []gplib.Monitor{{Name: "chain", Value: float64(chain), Meaning: "number of the chain that moves"}},
	}
}

// end returns the end of the fit from the draws, or from the start if there are
// none.
func (l *inference) end(chains *Chains) (*gplib.End, error) {
	status, stop := l.start.Interrupted()
	found := chains.Warnings()
	if !stop && (l.start.Settings.MaxIter > 0 || len(found.Of("chains-disagree")) > 0) {
		status = gplib.IterationLimit
	}
	var draws [][]float64
	value := 0.0
	for c, chain := range chains.Draws {
		draws = append(draws, chain...)
		value -= stat.Mean(chains.LogDensity[c], nil) / float64(len(chains.Draws))
	}
	if len(draws) == 0 {
		u := l.target.Start()
		draws, value = [][]float64{l.target.Natural(u)}, -l.target.LogDensity(make([]float64, len(u)), u)
	}
	mean := make([]float64, len(draws[0]))
	for j := range mean {
		for _, draw := range draws {
			mean[j] += draw[j] / float64(len(draws))
		}
	}
	return &gplib.End{
		Status: status, Model: l.target.at(mean), Value: value, Score: value,
		Warnings: append(found, l.target.piled(draws)...),
		Posterior: func(gplib.Model) (gplib.Posterior, gplib.Findings, error) {
			p, err := l.target.mixture(chains, draws, l.Averaged)
			return p, nil, err
		},
	}, nil
}

// mixture averages over count draws, evenly spaced.
func (h *Hyperparameters) mixture(chains *Chains, draws [][]float64, count int) (*Mixture, error) {
	var models []gplib.Model
	for _, i := range gplib.Spaced(len(draws), count) {
		models = append(models, h.at(draws[i]))
	}
	p, err := newMixture(models, h.data)
	if err == nil {
		p.chains = chains
	}
	return p, err
}

// piled returns warnings about parameters without a prior that have most draws near a
// bound: the bounds determine their posterior.
func (h *Hyperparameters) piled(draws [][]float64) gplib.Findings {
	const near = 0.05 // of the distance of the bounds, as the parameter is learned
	var found gplib.Findings
	ps := h.model.Params()
	for j, i := range h.free {
		p := ps[i]
		if p.Prior != nil || math.IsInf(p.Min, 0) || math.IsInf(p.Max, 0) {
			continue
		}
		lo, hi := p.Transform.Free(math.Max(p.Min, param.DefaultMin)), p.Transform.Free(p.Max)
		if p.Transform == cov.Identity {
			lo = p.Min
		}
		at := 0
		for _, draw := range draws {
			if v := (p.Transform.Free(draw[j]) - lo) / (hi - lo); v < near || v > 1-near {
				at++
			}
		}
		if 2*at > len(draws) {
			found = append(found, gplib.Finding{
				Code: "chains-at-bound", Param: p.Name,
				Found: fmt.Sprintf("%d %% of the draws of %s lie at a bound of [%.4g, %.4g]", 100*at/len(draws), p.Name, p.Min, p.Max),
				Means: "the data say little of it", Do: "give it a prior (Model.WithPrior)",
			})
		}
	}
	return found
}
