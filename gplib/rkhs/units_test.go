package rkhs_test

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/rkhs"
	"krigo/gplib/rkhs/feature"
)

// Inputs and observations in other units give like predictions.
func TestUnitsHardlyMatter(t *testing.T) {
	if testing.Short() {
		t.Skip("trains eighteen networks")
	}
	const inUnit, offset = 2e6, 1e7
	for _, outUnit := range []float64{1e-5, 8, 1e6} {
		scaled := func(seed uint64) gplib.Data {
			d := curve(seed)
			x := mat.NewDense(d.Len(), 2, nil)
			for i := range d.Y {
				row := d.X.(*cov.Matrix).Row(i)
				x.SetRow(i, []float64{offset + inUnit*row[0], inUnit * row[1]})
				d.Y[i] *= outUnit
			}
			return gplib.Data{X: cov.Points(x), Y: d.Y}
		}
		for name, c := range map[string]struct {
			l gplib.Learner
			k *rkhs.Kernel
		}{
			"SCGD":    {rkhs.SCGD{}, rkhs.Linear(feature.MLP{Inputs: 2, Widths: []int{16, 16}, Activation: feature.Tanh}, 1)},
			"MINIMAX": {rkhs.MINIMAX{Training: rkhs.Training{Epochs: 60}}, rkhs.Linear(feature.MLP{Inputs: 2, Widths: []int{16, 16}, Activation: feature.Tanh}, 1)},
			"BSGD":    {rkhs.BSGD{Training: rkhs.Training{Epochs: 3}}, rkhs.Gaussian(feature.MLP{Inputs: 2, Widths: []int{16, 4}, Activation: feature.Tanh}, 1)},
		} {
			m := gplib.Model{Cov: c.k, Noise: gplib.Gaussian(0.1)}
			once := mustFit(t, c.l, m, curve(1), nil)
			other := mustFit(t, c.l, m, scaled(1), nil)
			if e, want := rmse(t, other.Posterior, scaled(2))/outUnit, rmse(t, once.Posterior, curve(2)); e > 1.3*want {
				t.Errorf("%s: RMSE %g in units of %g, %g in others", name, e, outUnit, want)
			}
		}
	}
}
