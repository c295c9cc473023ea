package bo

import "math"

// logSqrt2Pi is log √(2π).
var logSqrt2Pi = math.Log(2*math.Pi) / 2

// tailFrom is the size of negative z from which the functions of this file use the continued fraction.
const tailFrom = 2.0

// mills returns K(t) with 1/(t + K(t)) Mills' ratio (1 - Φ(t))/φ(t), for t >= tailFrom: the continued fraction
//
//	K(t) = 1/(t + 2/(t + 3/(t + ...)))
//
// (Abramowitz and Stegun 1964, 26.2.14). Its terms are positive, so that nothing cancels.
func mills(t float64) float64 {
	k := 0.0
	for n := int(12 + 280/(t*t)); n >= 1; n-- {
		k = float64(n) / (t + k)
	}
	return k
}

// logH returns log h(z) with h(z) = φ(z) + zΦ(z), the expected improvement in units of the standard deviation, and its
// derivative Φ(z)/h(z) (Ament et al. 2023, section 3). For negative z it is -z²/2 - log √(2π) + log(K/(t + K)) with
// t = -z and K as in mills, which holds for all z that have a finite square.
func logH(z float64) (value, slope float64) {
	if z > -tailFrom {
		density, below := math.Exp(-z*z/2-logSqrt2Pi), math.Erfc(-z/math.Sqrt2)/2
		h := density + z*below
		return math.Log(h), below / h
	}
	t := -z
	k := mills(t)
	return -z*z/2 - logSqrt2Pi + math.Log(k/(t+k)), 1 / k
}

// logCDF returns log Φ(z) and its derivative φ(z)/Φ(z).
func logCDF(z float64) (value, slope float64) {
	if z > -tailFrom {
		below := math.Erfc(-z/math.Sqrt2) / 2
		return math.Log(below), math.Exp(-z*z/2-logSqrt2Pi) / below
	}
	t := -z
	k := mills(t)
	return -z*z/2 - logSqrt2Pi - math.Log(t+k), t + k
}
