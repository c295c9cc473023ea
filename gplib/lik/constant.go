package lik

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Constant returns the one latent value that makes the observations y likeliest, a maximum of
// Σ log p(y_i|f), by Newton's method from the mean of [Func].Latent. It stays finite where the
// maximum is at infinity, as for labels that are all the same.
func Constant(l Func, y []float64) float64 {
	const steps, longest, small = 100, 2, 1e-10
	total := func(f float64) (sum Derivatives) {
		for _, v := range y {
			at := l.Log(v, f)
			sum.Value, sum.D1, sum.D2 = sum.Value+at.Value, sum.D1+at.D1, sum.D2+at.D2
		}
		return sum
	}
	latent := l.Latent(y)
	f := stat.Mean(latent, nil)
	unit := math.Max(stat.PopStdDev(latent, nil), small)
	at := total(f)
	for range steps {
		step := math.Copysign(longest*unit, at.D1)
		if newton := -at.D1 / at.D2; at.D2 < 0 && math.Abs(newton) < math.Abs(step) {
			step = newton
		}
		next := total(f + step)
		for !(next.Value >= at.Value) && math.Abs(step) > small*unit {
			step /= 2
			next = total(f + step)
		}
		if !(next.Value >= at.Value) {
			break
		}
		f, at = f+step, next
		if math.Abs(step) <= small*unit {
			break
		}
	}
	return f
}
