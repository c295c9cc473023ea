package cholqr

import (
	"fmt"
	"slices"

	"krigo/gplib"
	"krigo/gplib/inducing"
)

// Posterior is the sparse posterior of a fit by [Hybrid], with what is known
// of its inducing points. The mean at a point takes O(m) time, the variance
// O(m²); Certificate reports whether m is enough.
type Posterior struct {
	*inducing.Posterior
	index, first []int
	swaps        []Swap
}

// Index holds the positions of the inducing points among the data.
func (p *Posterior) Index() []int { return slices.Clone(p.index) }

// First holds the positions with which the fit began.
func (p *Posterior) First() []int { return slices.Clone(p.first) }

// Swaps are the attempts to exchange inducing points, in their order.
func (p *Posterior) Swaps() []Swap { return slices.Clone(p.swaps) }

// chosen are the inducing points of a walk somewhere on its way, with what its
// posterior there needs beside the parameters.
type chosen struct {
	data         gplib.Data
	sparse       inducing.Sparse
	index, first []int
	swaps        []Swap
}

// end is that of a walk at m with these points.
func (c chosen) end(m gplib.Model, value float64) *gplib.End {
	return &gplib.End{
		Model: m, Value: value, Objective: c.sparse.Name(),
		Posterior: func(learned gplib.Model) (gplib.Posterior, []string, error) {
			p, err := c.sparse.Condition(learned, c.data)
			if err != nil {
				return nil, nil, fmt.Errorf("cholqr: posterior at the learned parameters: %w", err)
			}
			return &Posterior{p, c.index, c.first, c.swaps}, nil, nil
		},
	}
}
