package gplib_test

import (
	"fmt"
	"math"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// moved returns x·scale + shift in every coordinate.
func moved(t *testing.T, x cov.Inputs, scale, shift float64) *cov.Matrix {
	t.Helper()
	m := x.(*cov.Matrix)
	rows := make([][]float64, m.Len())
	for i := range rows {
		rows[i] = m.Row(i)
		for k := range rows[i] {
			rows[i][k] = rows[i][k]*scale + shift
		}
	}
	return mustRows(t, rows)
}

// wide returns an ARD function whose lengthscales may lie anywhere.
func wide(k func(...float64) cov.Func, lengths ...float64) cov.Func {
	return cov.Bound(cov.Scale(1.7, k(lengths...)), "lengthscale", 1e-300, 1e300)
}

// The marginal likelihood and its gradient by the logarithms of the
// lengthscales do not depend on the unit of the inputs.
func TestTheUnitOfTheInputsDoesNotMatter(t *testing.T) {
	d := sample(t, 70, 3)
	for _, kernel := range []func(...float64) cov.Func{cov.SE, cov.Matern32, cov.Matern52} {
		value, grad := logGradient(t, gplib.Model{Cov: wide(kernel, 1, 0.7, 2), Noise: gplib.Gaussian(0.05)}, d)
		for _, scale := range []float64{1e-12, 1e-6, 1e6, 1e12} {
			m := gplib.Model{Cov: wide(kernel, scale, 0.7*scale, 2*scale), Noise: gplib.Gaussian(0.05)}
			v, g := logGradient(t, m, gplib.Data{X: moved(t, d.X, scale, 0), Y: d.Y})
			near(t, fmt.Sprintf("value at scale %g", scale), v, value, 1e-10)
			for p := range g {
				near(t, fmt.Sprintf("derivative %d at scale %g", p, scale), g[p], grad[p], 1e-9)
			}
		}
	}
}

// Inputs far from 0 lose the digits that they do not have, and no more: at a
// distance of 2^20, inputs on a grid of 2^-10 keep all.
func TestInputsFarFromZeroKeepTheirDigits(t *testing.T) {
	near0 := sample(t, 70, 3)
	rows := make([][]float64, near0.Len())
	for i := range rows {
		rows[i] = near0.X.(*cov.Matrix).Row(i)
		for k, v := range rows[i] {
			rows[i][k] = math.Round(v*1024) / 1024
		}
	}
	d := gplib.Data{X: mustRows(t, rows), Y: near0.Y}
	m := gplib.Model{Cov: wide(cov.SE, 1, 0.5, 2), Noise: gplib.Gaussian(0.05)}
	value, grad := logGradient(t, m, d)
	v, g := logGradient(t, m, gplib.Data{X: moved(t, d.X, 1, 1<<20), Y: d.Y})
	near(t, "value far from 0", v, value, 1e-10)
	for p := range g {
		near(t, fmt.Sprintf("derivative %d far from 0", p), g[p], grad[p], 1e-9)
	}
}

// Points that are there several times have the correlation 1 exactly.
func TestDuplicatesGiveFiniteGradientsThatAgreeWithDifferences(t *testing.T) {
	index := make([]int, 60)
	for i := range index {
		index[i] = i % 3
	}
	few := sample(t, 60, 3)
	d := gplib.Data{X: few.X.Subset(index), Y: few.Y}
	m := gplib.Model{Cov: wide(cov.SE, 1, 0.7, 2), Noise: gplib.Gaussian(0.05)}
	_, grad := logGradient(t, m, d)
	for p, theta := range m.Theta() {
		const step = 1e-5
		at := func(v float64) float64 {
			changed := m.Theta()
			changed[p] = v
			value, err := gplib.LML{}.Eval(m.With(changed), d, nil)
			if err != nil {
				t.Fatal(err)
			}
			return value
		}
		want := (at(theta*math.Exp(step)) - at(theta*math.Exp(-step))) / (2 * step)
		near(t, fmt.Sprintf("derivative %d", p), grad[p], want, 1e-6)
	}
}

// logGradient returns the value and the gradient by the logarithms.
func logGradient(t *testing.T, m gplib.Model, d gplib.Data) (float64, []float64) {
	t.Helper()
	theta := m.Theta()
	grad := make([]float64, len(theta))
	value, err := gplib.LML{}.Eval(m, d, grad)
	if err != nil {
		t.Fatal(err)
	}
	for p, v := range theta {
		grad[p] *= v
	}
	return value, grad
}
