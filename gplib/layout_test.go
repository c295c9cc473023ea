package gplib_test

import (
	"slices"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

func TestLayoutSplitsAVectorWhereThePartsParametersLie(t *testing.T) {
	models := []gplib.Model{
		{},
		{Cov: cov.SE(1, 2), Noise: gplib.Gaussian(1)},
		{Mean: gplib.ConstantMean(3), Cov: cov.Scale(2, cov.SE(1)), Noise: gplib.Gaussian(0.5)},
	}
	for _, m := range models {
		theta := m.Theta()
		mean, kernel, noise := m.Layout().Split(theta)
		if m.Layout().Len() != len(theta) || !slices.Equal(slices.Concat(mean, kernel, noise), theta) {
			t.Errorf("%v: %v, %v and %v are not the parts of %v", m.Layout(), mean, kernel, noise, theta)
		}
		if m.Mean != nil && mean[0] != m.Mean.Params()[0].Value {
			t.Errorf("the mean's part is %v", mean)
		}
		if m.Noise != nil && noise[0] != m.Noise.Params()[0].Value {
			t.Errorf("the noise's part is %v", noise)
		}
	}
}

func TestTheWholeNameOfAParameterSelectsItBesideLongerOnes(t *testing.T) {
	m := gplib.Model{Cov: cov.Sum(cov.SE(1, 2), cov.Matern32(5)), Noise: gplib.Gaussian(1)}
	p, err := m.Param("lengthscale")
	if err != nil || p.Value != 5 {
		t.Errorf("Param is %v, error %v", p, err)
	}
}
