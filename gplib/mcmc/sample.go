package mcmc

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"krigo/gplib/optim"
	"krigo/gplib/parallel"
)

// DefaultChains is the number of chains where none is set.
const DefaultChains = 4

// Settings are the options that all samplers share. The zero value works.
type Settings struct {
	// Chains is the number of independent chains; 0 is [DefaultChains].
	Chains int
	// Warmup is the number of steps of each chain that adapt the sampler and
	// are not kept; 0 is 500.
	Warmup int
	// Draws is the number of draws kept of each chain; 0 is 500.
	Draws int
	// Thin is the number of steps a draw; 0 is 1.
	Thin int
	// Spread is the standard deviation of the chains' starts about the
	// target's; 0 is 0.5.
	Spread float64
	// Src is the source of all randomness; nil is a fixed seed.
	Src rand.Source
	// Observe, where not nil, is called after each step from the goroutine
	// that called Sample. An error from it stops the sampling: Sample
	// returns the draws so far and that error.
	Observe func(Step) error
}

// Step is the state of a chain after one step.
type Step struct {
	// Chain and Iter count from 0; Iter counts the steps of warm-up too.
	Chain, Iter int
	// Warmup is true where the draw is not kept.
	Warmup bool
	// Values are the natural values, in the order of the target's names.
	Values []float64
	// LogDensity is the target's, and Accept the mean probability of
	// acceptance in this step.
	LogDensity, Accept float64
	// Divergent is true where the numerical path left the density's scale.
	Divergent bool
}

// Sampler is a method to take a step: [MALA], [HMC] or [NUTS].
type Sampler interface {
	// check returns an error that names an invalid option.
	check() error
	// target returns the target mean probability of acceptance.
	target() float64
	// step moves the chain by one step.
	step(c *chain) outcome
}

// outcome is the result of a step, for the adaptation.
type outcome struct {
	accept    float64
	divergent bool
}

// Sample draws from a density. Each chain has its own start and source; they run
// at the same time where the target is [Concurrent] and Observe is nil, else one
// after the other. Warm-up adapts the step length by dual averaging
// (Hoffman and Gelman 2014, section 3.2) and a diagonal metric by windows of
// growing length, or takes that of a [Scaled] target. s may be nil. The same seed
// gives the same draws. When ctx is cancelled Sample returns the draws so far,
// with Cancelled set and a nil error; a chain without draws is left out.
func Sample(ctx context.Context, t Target, sampler Sampler, s *Settings) (*Chains, error) {
	settings, err := prepare(ctx, t, sampler, s)
	if err != nil {
		return nil, err
	}
	chains, errs := settings.runAll(ctx, t, sampler)
	return gather(ctx, t, chains, errs)
}

// prepare checks the arguments of Sample and returns its settings with defaults.
func prepare(ctx context.Context, t Target, sampler Sampler, s *Settings) (Settings, error) {
	if err := checkArguments(ctx, t, sampler); err != nil {
		return Settings{}, err
	}
	return withDefaults(s)
}

// sources draws the source of each chain from Src.
func (s Settings) sources() []*rand.PCG {
	seeds := rand.New(s.Src)
	sources := make([]*rand.PCG, s.Chains)
	for k := range sources {
		sources[k] = rand.NewPCG(seeds.Uint64(), seeds.Uint64())
	}
	return sources
}

// runAll runs the chains. Chains that it does not run are nil.
func (s Settings) runAll(ctx context.Context, t Target, sampler Sampler) ([]*chain, []error) {
	chains, errs := make([]*chain, s.Chains), make([]error, s.Chains)
	sources := s.sources()
	var over atomic.Bool // no further chain begins
	s.forEach(t, func(k int) {
		if over.Load() {
			return
		}
		chains[k], errs[k] = s.runChain(ctx, t, sampler, k, sources[k])
		if errs[k] != nil || ctx.Err() != nil {
			over.Store(true)
		}
	})
	return chains, errs
}

// runChain runs chain k. If it fails after its start, it returns the chain up to
// there.
func (s Settings) runChain(ctx context.Context, t Target, sampler Sampler, k int, source rand.Source) (*chain, error) {
	c, err := start(t, s, rand.New(source))
	if err != nil {
		return nil, err
	}
	return c, c.run(ctx, sampler, k)
}

// gather joins the chains that began. A chain without a start is an error.
func gather(ctx context.Context, t Target, chains []*chain, errs []error) (*Chains, error) {
	result := newChains(t)
	for k, c := range chains {
		switch {
		case c != nil:
			result.add(c.told)
		case errs[k] != nil:
			return nil, errs[k]
		}
	}
	err := errors.Join(errs...)
	result.Cancelled = err != nil || ctx.Err() != nil
	return result, err
}

// forEach runs each chain, as a fit does its starts.
func (s Settings) forEach(t Target, run func(k int)) {
	c, ok := t.(Concurrent)
	parallel.Each(s.Chains, ok && c.Concurrent() && s.Observe == nil, run)
}

func checkArguments(ctx context.Context, t Target, sampler Sampler) error {
	switch {
	case ctx == nil:
		return errors.New("mcmc: Sample: ctx is nil; pass context.Background()")
	case t == nil:
		return errors.New("mcmc: Sample: the target is nil")
	case sampler == nil:
		return errors.New("mcmc: Sample: the sampler is nil; use mcmc.NUTS{}")
	case len(t.Start()) == 0:
		return errors.New("mcmc: Sample: the target has no dimensions")
	}
	return sampler.check()
}

func withDefaults(s *Settings) (Settings, error) {
	var d Settings
	if s != nil {
		d = *s
	}
	if d.Chains < 0 || d.Warmup < 0 || d.Draws < 0 || d.Thin < 0 || !(d.Spread >= 0) || math.IsInf(d.Spread, 1) {
		return d, fmt.Errorf("mcmc: Settings: %d chains, %d steps of warm-up, %d draws, thinned by %d, spread %v",
			d.Chains, d.Warmup, d.Draws, d.Thin, d.Spread)
	}
	for field, value := range map[*int]int{&d.Chains: DefaultChains, &d.Warmup: 500, &d.Draws: 500, &d.Thin: 1} {
		if *field == 0 {
			*field = value
		}
	}
	if d.Spread == 0 {
		d.Spread = 0.5
	}
	d.Src = optim.Source(d.Src)
	return d, nil
}
