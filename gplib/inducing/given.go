package inducing

import (
	"context"
	"fmt"
	"math/rand/v2"

	"krigo/gplib"
)

// Given is the selector of points at given positions, for known starts. It
// chooses the first size of them.
type Given []int

// Name returns "given".
func (Given) Name() string { return "given" }

// Fixed returns true.
func (Given) Fixed() bool { return true }

// Select implements [Selector]. It fails where there are fewer than size
// positions, or one is repeated or outside the data. The selection has no
// trace.
func (g Given) Select(ctx context.Context, m gplib.Model, d gplib.Data, size int, _ rand.Source) (*Selection, error) {
	if err := checkSelectLik(ctx, "Given", m, d, size); err != nil {
		return nil, err
	}
	if len(g) < size {
		return nil, fmt.Errorf("inducing: Given has %d points, want %d", len(g), size)
	}
	seen := make(map[int]bool, size)
	for k, j := range g[:size] {
		if j < 0 || j >= d.Len() || seen[j] {
			return nil, fmt.Errorf("inducing: Given[%d] is %d; positions must lie in [0, %d) and differ", k, j, d.Len())
		}
		seen[j] = true
	}
	return &Selection{Index: append([]int(nil), g[:size]...)}, nil
}
