package mcmc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"krigo/gplib"
)

// A fit whose chains run in several processes.

// RunChain runs one chain of Fit, counted from 0, and returns it in a form for [Learner.FitChains].
// Settings.Observe is not called. It fails where Settings has a Runtime, which chains of several
// processes cannot share, and where ctx is cancelled.
func (l Learner) RunChain(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings, number int) ([]byte, error) {
	if s != nil && s.Runtime > 0 {
		return nil, fmt.Errorf("mcmc: RunChain: Settings.Runtime is %v; set MaxIter, the number of steps", s.Runtime)
	}
	method := &inference{Learner: l}
	start, err := gplib.FirstStart(ctx, method, m, d, s)
	if err != nil {
		return nil, err
	}
	settings := method.settings(start.Fitting)
	settings.Src = start.RNG
	c, err := sampleOne(ctx, method.target, method.Sampler, &settings, number)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(c.told)
	if err != nil {
		return nil, fmt.Errorf("mcmc: RunChain: chain %d: %w", number, err)
	}
	return text, nil
}

// FitChains is Fit with the chains that [Learner.RunChain] returned for the same arguments, in
// their order, instead of its own. Chains may be missing: l.Chains is not used.
// Settings.Observe sees the draws, but no steps of warm-up.
func (l Learner) FitChains(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings, chains [][]byte) (*gplib.Result, error) {
	if len(chains) == 0 {
		return nil, errors.New("mcmc: FitChains: there are no chains")
	}
	l.Chains = len(chains)
	return gplib.Learn(ctx, &inference{Learner: l, ran: chains}, m, d, s)
}

// sampleOne is Sample of one of the chains, with the source that Sample gives
// to it.
func sampleOne(ctx context.Context, t Target, sampler Sampler, s *Settings, number int) (*chain, error) {
	settings, err := prepare(ctx, t, sampler, s)
	if err != nil {
		return nil, err
	}
	if number < 0 || number >= settings.Chains {
		return nil, fmt.Errorf("mcmc: RunChain: there is no chain %d of %d", number, settings.Chains)
	}
	c, err := settings.runChain(ctx, t, sampler, number, settings.sources()[number])
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return c, err
}

// replay is Sample of chains that have run in other processes. Observe sees their
// draws.
func (s Settings) replay(t Target, ran [][]byte) (*Chains, error) {
	result := newChains(t)
	for k, text := range ran {
		var c told
		if err := json.Unmarshal(text, &c); err != nil {
			return nil, fmt.Errorf("mcmc: FitChains: chain %d: %w", k, err)
		}
		result.add(c)
		for i := 0; s.Observe != nil && i < len(c.Draws); i++ {
			step := Step{Chain: k, Iter: s.Warmup + (i+1)*s.Thin - 1, Values: c.Draws[i], LogDensity: c.LogDensity[i]}
			if err := s.Observe(step); err != nil {
				result.Cancelled = true
				return result, err
			}
		}
	}
	return result, nil
}
