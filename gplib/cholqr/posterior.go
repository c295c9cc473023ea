package cholqr

import (
	"slices"

	"krigo/gplib/inducing"
)

// Posterior is the sparse posterior of a fit by [Hybrid], with what is known
// of its inducing points. The mean at a point takes O(m) time, the variance
// O(m²); Certificate tells whether m is enough.
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
