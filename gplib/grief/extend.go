package grief

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/dataset"
)

// Extend returns the posterior given k more observations too, with the same
// basis, weights and noise: their sums are added, in O(kp² + p³) time. It fails
// where the posterior is an average over weights ([TypeI], [Quadrature]), whose
// own posterior more data change. Its Data stay empty if they were rows of a
// reader. See [gplib.Extendable].
func (p *Posterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	if p.average {
		return nil, errors.New("grief: Extend: the posterior is an average over weights, which more data change; fit again, or use TypeII")
	}
	if err := more.Check(); err != nil {
		return nil, fmt.Errorf("grief: Extend: %w", err)
	}
	if _, err := p.checkInputs(more.X); err != nil {
		return nil, fmt.Errorf("grief: Extend: %w", err)
	}
	q := *p
	var err error
	if p.data.Len() > 0 {
		if q.data, err = p.data.Join(more); err != nil {
			return nil, err
		}
	}
	if q.sums, err = p.extendedSums(more); err != nil {
		return nil, err
	}
	e, err := newEvidence(q.sums, p.weights, p.noise)
	if err != nil {
		return nil, err
	}
	q.coef, q.covariance = e.coef, e.covariance()
	return &q, nil
}

// extendedSums returns the sums with those of more added.
func (p *Posterior) extendedSums(more gplib.Data) (*Sums, error) {
	rows, err := dataset.Rows(more)
	if err != nil {
		return nil, fmt.Errorf("grief: Extend: %w", err)
	}
	added, err := Accumulate(context.Background(), p.basis, residuals(rows, p.mean))
	if err != nil {
		return nil, err
	}
	all := *p.sums
	all.R, all.A = slices.Clone(all.R), mat.DenseCopyOf(all.A)
	return &all, all.Add(added)
}
