package grief

import (
	"fmt"
	"math"
)

// LogNormal is a prior of a positive quantity by its mode and its variance.
type LogNormal struct{ Mode, Variance float64 }

// The priors of the paper: of the weights, whose mode is the base kernel, and
// the variance of that of the noise.
const (
	weightMode, weightVariance = 1, 100
	noiseVariance              = 0.04
)

// Parameters returns the mean and the standard deviation of the logarithm:
// with E = exp(σ²) the mode M and the variance V satisfy E⁴ - E³ = V/M², and μ
// = log M + σ².
func (l LogNormal) Parameters() (mu, sigma float64, err error) {
	ratio := l.Variance / (l.Mode * l.Mode)
	if !(l.Mode > 0) || !(ratio > 0) || math.IsInf(l.Mode, 1) || math.IsInf(ratio, 1) {
		return 0, 0, fmt.Errorf("grief: a log-normal prior of mode %v and variance %v; both must be positive", l.Mode, l.Variance)
	}
	// The search is for the excess E - 1, so that small variances keep their digits.
	lo, hi := 0.0, 1.0
	of := func(excess float64) float64 { return excess * math.Pow(1+excess, 3) }
	for of(hi) < ratio {
		hi *= 2
	}
	for range 200 {
		if mid := (lo + hi) / 2; of(mid) < ratio {
			lo = mid
		} else {
			hi = mid
		}
	}
	s2 := math.Log1p((lo + hi) / 2)
	return math.Log(l.Mode) + s2, math.Sqrt(s2), nil
}
