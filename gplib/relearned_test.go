package gplib_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// TestNoiseOfSeveralInputsIsNotTakenForAFunction: maximum likelihood with a lengthscale for each of several inputs
// explains pure noise by a function, and predicts rows left out one by one better than their mean. New rows are
// predicted worse, and intervals of 95 % hold three of four of them.
func TestNoiseOfSeveralInputsIsNotTakenForAFunction(t *testing.T) {
	silent := 0
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 11))
		inputs := []int{4, 8}[seed%2]
		x, y := mat.NewDense(50, inputs, nil), make([]float64, 50)
		x.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, x)
		for i := range y {
			y[i] = rng.NormFloat64()
		}
		if r := autoFit(t, gplib.Data{X: cov.Points(x), Y: y}); len(r.Warnings) == 0 {
			silent++
			t.Logf("seed %d: no warning: %v", seed, r)
		}
	}
	if silent > 1 {
		t.Errorf("%d of 20 fits of noise have no warning", silent)
	}
}

// TestAFunctionOfSeveralInputsIsNotTakenForNoise: half of the variance is a function of one of four inputs.
func TestAFunctionOfSeveralInputsIsNotTakenForNoise(t *testing.T) {
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 12))
		x, y := mat.NewDense(80, 4, nil), make([]float64, 80)
		x.Apply(func(_, _ int, _ float64) float64 { return rng.Float64() }, x)
		for i := range y {
			y[i] = math.Sqrt2*math.Sin(6*x.At(i, 0)) + rng.NormFloat64()
		}
		if found := autoFit(t, gplib.Data{X: cov.Points(x), Y: y}).Warnings.Of("no-better-than-mean"); len(found) > 0 {
			t.Errorf("seed %d: %v", seed, found)
		}
	}
}
