package cov

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/param"
)

func TestPassesOfFeatureMapsAreDifferentiable(t *testing.T) {
	net, err := Network(2, 3, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []FeatureMap{net, kumaraswamy{[]float64{1.3, 0.7}, []float64{0.8, 1.5}}, kumaraswamy{[]float64{1.3}, []float64{0.8}}} {
		theta := param.Values(m.Params())
		x := mat.NewDense(3, 2, []float64{0.2, 0.5, 0.9, 0.1, 0.4, 0.7})
		weights := mat.NewDense(3, 2, []float64{1, -2, 0.5, 3, -1, 0.3})
		loss := func() float64 {
			return floats.Dot(m.With(theta).Pass(nil).Forward(x).RawMatrix().Data, weights.RawMatrix().Data)
		}
		grad := make([]float64, len(theta))
		pass := m.Pass(grad)
		pass.Forward(x)
		dx := mat.DenseCopyOf(pass.Backward(mat.DenseCopyOf(weights), true))
		comparesWithDifferences(t, m, "parameter", theta, grad, loss)
		comparesWithDifferences(t, m, "coordinate", x.RawMatrix().Data, dx.RawMatrix().Data, loss)
	}
}

// comparesWithDifferences compares the derivatives of f by the elements of v with
// central differences.
func comparesWithDifferences(t *testing.T, m FeatureMap, what string, v, derivatives []float64, f func() float64) {
	t.Helper()
	const h = 1e-5
	for j, at := range v {
		v[j] = at + h
		up := f()
		v[j] = at - h
		down := f()
		v[j] = at
		if want := (up - down) / (2 * h); math.Abs(derivatives[j]-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("%v: the derivative by %s %d is %g, by differences %g", m, what, j, derivatives[j], want)
		}
	}
}
