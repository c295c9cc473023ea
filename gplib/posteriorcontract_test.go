package gplib_test

import (
	"strings"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/posteriortest"
)

func TestExactKeepsTheContract(t *testing.T) {
	d, at := sample(t, 25, 2), mustRows(t, [][]float64{{0.4, 1.1}, {2.2, 0.3}, {3.6, -0.5}})
	quadratic := gplib.PolynomialMean(2, 1, 2, 0.5, -1, 3)
	for _, m := range []gplib.Model{
		{Cov: cov.Scale(1.3, cov.SE(0.7)), Noise: gplib.Gaussian(0.05)},
		{Mean: gplib.ShiftedMean(quadratic, 0.3), Cov: cov.Scale(1.3, cov.Matern52(0.7, 1.2)), Noise: gplib.Gaussian(0.05)},
		{Mean: gplib.ConstantMean(1), Cov: cov.Sum(cov.SE(1), cov.Product(cov.Linear(2, 1), cov.PeriodicARD([]float64{2, 3}, []float64{1, 1}))), Noise: gplib.Gaussian(0.1)},
		{Cov: cov.ArcCosine(1, 0.5, 1, 2), Noise: gplib.Gaussian(0.1)},
	} {
		posteriortest.Check(t, posteriortest.Case{
			Posterior: condition(t, m, d.Subset(indices(0, 18))), At: at, More: d.Subset(indices(18, 25)),
			Anew: func(all gplib.Data) (gplib.Posterior, error) { return gplib.Condition(m, all) },
		})
	}
	words := gplib.Data{X: cov.Strings{"abab", "abc", "cab"}, Y: []float64{1, 2, 3}}
	posteriortest.Check(t, posteriortest.Case{
		Posterior: condition(t, gplib.Model{Cov: cov.Spectrum(2), Noise: gplib.FixedGaussian(0.1)}, words),
		At:        cov.Strings{"abba", "cabc"}, More: gplib.Data{X: cov.Strings{"bb"}, Y: []float64{2}},
	})
}

func indices(lo, hi int) []int {
	var index []int
	for i := lo; i < hi; i++ {
		index = append(index, i)
	}
	return index
}

func TestWhatHasNoGradientIsNamed(t *testing.T) {
	d := sample(t, 10, 1)
	e := condition(t, gplib.Model{Cov: cov.Sum(cov.SE(1), cov.White(0.1)), Noise: gplib.Gaussian(0.1)}, d)
	if _, err := e.VarGradient(d.X); err == nil || !strings.Contains(err.Error(), "White(0.1)") {
		t.Errorf("the error is %v", err)
	}
	e = condition(t, gplib.Model{Mean: foreignMean{}, Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}, d)
	if _, err := e.MeanGradient(d.X); err == nil || !strings.Contains(err.Error(), "foreignMean") {
		t.Errorf("the error is %v", err)
	}
}

// foreignMean is 0, and has no derivatives.
type foreignMean struct{}

func (foreignMean) Params() []cov.Param                  { return nil }
func (m foreignMean) With([]float64) gplib.Mean          { return m }
func (foreignMean) Check(cov.Inputs) error               { return nil }
func (foreignMean) Eval(dst []float64, _ cov.Inputs)     { clear(dst) }
func (foreignMean) AddGrad(_, _ []float64, _ cov.Inputs) {}
