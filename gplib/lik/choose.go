package lik

import "math"

// For returns a likelihood for a first look at observations: [Bernoulli] where all are 0 or 1,
// [Poisson] where all are whole numbers from 0, else [StudentT] of the scale 1 and 4 degrees of
// freedom.
func For(y []float64) Func {
	labels, counts := true, true
	for _, v := range y {
		labels = labels && (v == 0 || v == 1)
		counts = counts && v >= 0 && v == math.Trunc(v)
	}
	switch {
	case labels:
		return Bernoulli()
	case counts:
		return Poisson()
	}
	return StudentT(1, 4)
}
