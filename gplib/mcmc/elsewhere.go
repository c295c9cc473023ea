package mcmc

import (
	"context"
	"encoding/json"
	"fmt"

	"krigo/internal/starts"
)

// elsewhere.go: chains that run in another process.

// tell hands over the chain that was wanted, whole.
func tell(ctx context.Context, wanted *starts.Chains, chains []*chain, errs []error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	k := wanted.Number
	if k >= len(chains) {
		return fmt.Errorf("mcmc: Sample: there is no chain %d of %d", k, len(chains))
	}
	if errs[k] != nil {
		return errs[k]
	}
	text, err := json.Marshal(chains[k].told)
	if err != nil {
		return fmt.Errorf("mcmc: Sample: chain %d: %w", k, err)
	}
	wanted.Ran = [][]byte{text}
	return starts.ErrRan
}

// replay is Sample of chains that ran elsewhere. Observe sees their draws alone.
func (s Settings) replay(t Target, ran [][]byte) (*Chains, error) {
	if len(ran) != s.Chains {
		return nil, fmt.Errorf("mcmc: Sample: %d chains ran elsewhere, want %d", len(ran), s.Chains)
	}
	result := newChains(t)
	for k, text := range ran {
		var c told
		if err := json.Unmarshal(text, &c); err != nil {
			return nil, fmt.Errorf("mcmc: Sample: chain %d: %w", k, err)
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
