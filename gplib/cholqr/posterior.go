package cholqr

import (
	"fmt"
	"slices"

	"krigo/gplib"
	"krigo/gplib/inducing"
)

// Posterior is the sparse posterior of a fit by [Hybrid], with its inducing
// points and how they were chosen. The mean at a point takes O(m) time, the
// variance O(m²); Certificate shows whether m is enough.
type Posterior struct {
	*inducing.Posterior
	index, first []int
	swaps        []Swap
}

// Index returns the positions of the inducing points among the data.
func (p *Posterior) Index() []int { return slices.Clone(p.index) }

// First returns the positions with which the fit began.
func (p *Posterior) First() []int { return slices.Clone(p.first) }

// Swaps returns the attempts to exchange inducing points, in their order.
func (p *Posterior) Swaps() []Swap { return slices.Clone(p.swaps) }

// chosen holds the inducing points of a walk at one step, and what else its
// posterior there needs besides the parameters.
type chosen struct {
	data         gplib.Data
	sparse       inducing.Sparse
	index, first []int
	swaps        []Swap
}

// end returns the end of a walk at m with these points.
func (c chosen) end(m gplib.Model, value float64) *gplib.End {
	return &gplib.End{
		Model: m, Value: value, Objective: c.sparse.Name(),
		Posterior: func(learned gplib.Model) (gplib.Posterior, gplib.Findings, error) {
			p, err := c.sparse.Condition(learned, c.data)
			if err != nil {
				return nil, nil, fmt.Errorf("cholqr: posterior at the learned parameters: %w", err)
			}
			return &Posterior{p, c.index, c.first, c.swaps}, nil, nil
		},
	}
}
