package gplib

import (
	"fmt"
	"slices"

	"krigo/gplib/cov"
)

// Auto is a model for a first fit of d, whose inputs are a *cov.Matrix: a constant
// mean, a variance times [cov.Matern52] with a lengthscale for each coordinate
// (ARD), and Gaussian noise, at parameters taken from the data
// ([Model.FromData]).
//
//	m, err := gplib.Auto(d)
//	fit, err := gplib.Fit(ctx, m, d, nil)
func Auto(d Data) (Model, error) {
	if err := d.Check(); err != nil {
		return Model{}, err
	}
	x, ok := d.X.(*cov.Matrix)
	if !ok {
		return Model{}, fmt.Errorf("gplib: Auto takes points of a matrix, not %T; a covariance function of such inputs makes a Model", d.X)
	}
	m := Model{
		Mean:  ConstantMean(0),
		Cov:   cov.Scale(1, cov.Matern52(slices.Repeat([]float64{1}, x.Dim())...)),
		Noise: Gaussian(noisePart),
	}
	return m.FromData(d), nil
}
