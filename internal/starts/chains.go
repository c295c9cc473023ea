package starts

import "context"

// Chains has a sampling run one of its Markov chains, or take all of them from elsewhere.
type Chains struct {
	// Number is that of the chain to run, from 0; the sampling ends with [ErrRan].
	Number int
	// Ran are chains in the sampler's own form: that of Number when it has run, or all of
	// them, in their order, for a sampling that is to run none.
	Ran [][]byte
}

type chainsKey struct{}

// WithChains has the next sampling that gets the context run one chain, or none.
func WithChains(ctx context.Context, c *Chains) context.Context {
	return context.WithValue(ctx, chainsKey{}, c)
}

// TakeChains is what a sampling is to do about its chains, nil for running all.
func TakeChains(ctx context.Context) *Chains {
	c, _ := ctx.Value(chainsKey{}).(*Chains)
	return c
}
