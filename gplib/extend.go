package gplib

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Condition returns the posterior given more data too, m observations, by a
// block update of the factor: O(n²m + m³) time, O(n²) for one observation.
// The parameters stay. e is not changed.
func (e *Exact) Condition(more Data) (*Exact, error) {
	if err := e.model.checkAll(more); err != nil {
		return nil, err
	}
	all, err := e.data.Join(more)
	if err != nil {
		return nil, err
	}
	f, err := e.solve()
	if err != nil {
		return nil, err
	}
	m := more.Len()
	b, d := e.cross(more.X), mat.NewDense(m, m, nil)
	e.model.Cov.Gram(d, more.X, more.X)
	addNoise(d, e.model.Noise, more.X)
	chol, err := f.chol.Extend(b, d)
	if err != nil {
		return nil, fmt.Errorf("gplib: conditioning %v on %d more points: %w", e.model, m, err)
	}
	updated := &solved{chol, make([]float64, all.Len())}
	chol.SolveVec(updated.alpha, e.model.Residuals(all))
	return &Exact{model: e.model, data: all, solve: func() (*solved, error) { return updated, nil }}, nil
}

// Extend is [Exact.Condition] as [Extendable] has it.
func (e *Exact) Extend(more Data) (Posterior, error) {
	p, err := e.Condition(more)
	if err != nil {
		return nil, err
	}
	return p, nil
}
