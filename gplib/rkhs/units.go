package rkhs

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/rkhs/feature"
)

// The factors up to which standard deviations of inputs and the size of
// observations about the mean may differ from 1, and means of inputs from 0 in
// standard deviations, before units count: weights start and step as for
// standardised data.
const usual, usualSize = 3, 4

// takeUnits gives the kernel the units of rows in memory unless they are roughly
// standardised: the map is that of standardised inputs, and features have the size
// of the observations (of a Gaussian head, whose variance begins at their square).
// Noise that the user has neither bounded nor fixed begins at as much of their
// square as it was of 1. Parameters, weights too, are natural: only the map knows
// the units, and a resumed fit has them already.
func (f *fit) takeUnits(g *gplib.Fitting) error {
	if of, has := f.kernel.features.(feature.Standardised); has {
		return f.takeLimits(g, of.Output*of.Output)
	}
	if f.rows.blocks != nil {
		return f.takeLimits(g, 1)
	}
	d := gplib.Data{X: cov.Points(f.rows.x), Y: f.rows.whole}
	size := sizeOf(g.Model.FromData(d).Residuals(d))
	k := f.kernel.inUnits(f.rows.x, size)
	if k == f.kernel {
		return f.takeLimits(g, 1)
	}
	f.kernel = k
	g.Model.Cov = k
	if noise := g.Model.Noise.Params()[0]; !noise.Fixed && !noise.Bounded() && noise.Prior == nil {
		g.Model.Noise = g.Model.Noise.With([]float64{noise.Value * size * size})
	}
	return f.takeLimits(g, size*size)
}

// sizeOf returns the root mean square of observations about the mean, 1 where it is
// usual or 0.
func sizeOf(about []float64) float64 {
	size := math.Sqrt(floats.Dot(about, about) / float64(len(about)))
	if size > 1/float64(usualSize) && size < usualSize || size == 0 {
		return 1
	}
	return size
}

// inUnits returns the kernel in the units of rows x and of observations of a size, or k
// itself where both are usual.
func (k *Kernel) inUnits(x *mat.Dense, size float64) *Kernel {
	mean, std, ordinary := inputUnits(x)
	if ordinary && size == 1 {
		return k
	}
	units := feature.Standardised{Map: k.features, Mean: mean, Std: std, Output: 1}
	theta := k.natural()
	if _, linear := k.head.(linearHead); linear {
		units.Output = size
	} else if last := len(theta) - 1; !k.params[last].Fixed {
		theta[last] *= size * size // the head's variance
	}
	scaled := *k.With(theta).(*Kernel)
	scaled.features = units
	return &scaled
}

// takeLimits sets the limits of the model's parameters; unit is that of the noise.
func (f *fit) takeLimits(g *gplib.Fitting, unit float64) (err error) {
	ps := g.Model.Params()
	if f.rows.blocks == nil {
		g.ScaleTo(gplib.Data{X: cov.Points(f.rows.x), Y: f.rows.whole})
		ps = g.Params(g.Model)
	}
	f.limits, err = newLimits(f.kernel, ps[g.Model.Layout().Mean:], unit)
	return err
}

// inputUnits returns the means and standard deviations of the columns, 0 and 1
// where they are near these or undefined; ordinary reports whether all are.
func inputUnits(x *mat.Dense) (mean, std []float64, ordinary bool) {
	_, p := x.Dims()
	mean, std, ordinary = make([]float64, p), make([]float64, p), true
	for k := range p {
		m, s := stat.PopMeanStdDev(mat.Col(nil, k, x), nil)
		std[k] = 1
		if !(s > 1e-10*math.Abs(m)) {
			mean[k], ordinary = m, ordinary && math.Abs(m) < usual
			continue
		}
		if math.Abs(m) > usual*s || s > usual || s < 1/float64(usual) {
			mean[k], std[k], ordinary = m, s, false
		}
	}
	return mean, std, ordinary
}
