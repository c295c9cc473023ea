package inducing

import (
	"context"
	"fmt"
	"math/rand/v2"

	"krigo/gplib"
)

// SubsetOfData is the learner that forgets all but some of the data: exact
// regression on Size points of them, O(Size³) an iteration. Steps are those of
// [gplib.LBFGS] and the settings mean what they mean there; the posterior is a
// [*gplib.Exact] given the chosen data.
type SubsetOfData struct {
	// Size is the number of data kept; 0 is 100, or all where there are fewer.
	Size int
	// Selector chooses them; nil is [Random].
	Selector Selector
}

// Fit learns the hyper-parameters of m from a part of d; see
// [gplib.Learner].
func (l SubsetOfData) Fit(ctx context.Context, m gplib.Model, d gplib.Data, s *gplib.Settings) (*gplib.Result, error) {
	if l.Selector == nil {
		l.Selector = Random{}
	}
	f, err := newFit(ctx, m, d, s, Rules{})
	if err != nil {
		return nil, err
	}
	size, err := sizeFor(l.Size, d.Len())
	if err != nil {
		return nil, err
	}
	chosen, err := choose(f, l.Selector, m, size)
	if err != nil {
		return nil, err
	}
	settings := gplib.Settings{}
	if s != nil {
		settings = *s
	}
	settings.Src = rand.NewPCG(f.rng.Uint64(), f.rng.Uint64())
	r, err := gplib.Fit(ctx, m, d.Subset(chosen.Index), &settings)
	if r != nil {
		r.Method = fmt.Sprintf("subset of %d of %d data, %s", len(chosen.Index), d.Len(), l.Selector.Name())
	}
	return r, err
}
