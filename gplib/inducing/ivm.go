package inducing

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/linalg"
)

// IVM is the selector of the informative vector machine: each point is the one
// whose observation, given those of the earlier ones, has the most information
// about f, log(1 + ζ_j/s_j)/2 nats with ζ the variance of f (Lawrence, Seeger
// and Herbrich 2003). For regression the choice ignores y, and is that of
// pivots in the Cholesky factor of K + Λ.
type IVM struct{}

// Name returns "IVM".
func (IVM) Name() string { return "IVM" }

// Fixed is false.
func (IVM) Fixed() bool { return false }

// Select implements [Selector], in O(n·size²) time. The selection has no
// trace.
func (IVM) Select(ctx context.Context, m gplib.Model, d gplib.Data, size int, _ rand.Source) (*Selection, error) {
	if err := checkSelect(ctx, "IVM", m, d, size); err != nil {
		return nil, err
	}
	noise, err := noiseAt(m, d.X)
	if err != nil {
		return nil, err
	}
	diag := make([]float64, d.Len())
	m.Cov.Diag(diag, d.X)
	floats.Add(diag, noise)
	factor, err := linalg.NewPartialCholesky(diag, size)
	if err != nil {
		return nil, fmt.Errorf("inducing: %w", err)
	}
	row := rowsOf(m.Cov, d.X)
	noisyRow := func(dst []float64, i int) {
		row(dst, i)
		dst[i] += noise[i]
	}
	information := make([]float64, d.Len())
	for factor.Len() < size && ctx.Err() == nil {
		// The rest of the diagonal is ζ + s, and 0 at chosen points.
		floats.DivTo(information, factor.Rest(), noise)
		factor.Append(floats.MaxIdx(information), noisyRow)
	}
	if factor.Len() == 0 {
		return nil, fmt.Errorf("inducing: no point was chosen: %w", ctx.Err())
	}
	return &Selection{Index: factor.Pivots()}, nil
}
