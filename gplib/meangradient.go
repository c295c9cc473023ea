package gplib

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

// MeanGradient returns the derivatives of the posterior mean of f at the m
// points x by their coordinates, m × d, in O(nmd) time. It fails where the
// covariance function or the mean is not differentiable by its inputs; see
// [cov.InputGrad].
func (e *Exact) MeanGradient(x cov.Inputs) (*mat.Dense, error) {
	if err := e.model.Check(x); err != nil {
		return nil, err
	}
	points, ok := x.(*cov.Matrix)
	if !ok {
		return nil, fmt.Errorf("gplib: MeanGradient: %T has no coordinates", x)
	}
	f, err := e.solve()
	if err != nil {
		return nil, err
	}
	grad := mat.NewDense(points.Len(), points.Dim(), nil)
	if err := cov.InputGrad(grad, e.model.Cov, x, e.data.X, f.alpha); err != nil {
		return nil, fmt.Errorf("gplib: MeanGradient: %w", err)
	}
	slope := make([]float64, points.Dim())
	for i := range points.Len() {
		clear(slope)
		if err := addMeanSlope(slope, e.model.Mean, points, i); err != nil {
			return nil, err
		}
		floats.Add(grad.RawRowView(i), slope)
	}
	return grad, nil
}

// addMeanSlope adds ∂m/∂x_k at point i.
func addMeanSlope(slope []float64, m Mean, x *cov.Matrix, i int) error {
	switch m := m.(type) {
	case nil, constantMean:
		return nil
	case adjustedMean:
		return addMeanSlope(slope, m.Mean, x, i)
	case interface {
		inputGrad(grad []float64, x *cov.Matrix, i int)
	}:
		m.inputGrad(slope, x, i)
		return nil
	default:
		return fmt.Errorf("gplib: MeanGradient: a mean of type %T cannot be differentiated", m)
	}
}
