package inducing

import (
	"context"
	"math/rand/v2"

	"krigo/gplib"
	"krigo/gplib/optim"
)

// Random is the selector of points drawn uniformly without replacement.
type Random struct{}

// Name returns "random".
func (Random) Name() string { return "random" }

// Fixed is true: learners keep the points that they drew first.
func (Random) Fixed() bool { return true }

// Select implements [Selector]. The selection has no trace.
func (Random) Select(ctx context.Context, m gplib.Model, d gplib.Data, size int, src rand.Source) (*Selection, error) {
	if err := checkSelectLik(ctx, "Random", m, d, size); err != nil {
		return nil, err
	}
	return &Selection{Index: rand.New(optim.Source(src)).Perm(d.Len())[:size]}, nil
}
