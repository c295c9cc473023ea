// Package oscillator has the impulse response of the damped harmonic oscillator f″ + 2βf′ + f = 0,
// which defines the covariance function and the state space of cov.SHO.
//
// With d = β²-1, its state (f, f′) moves by C I + S [[β, 1], [-1, -β]] in time a >= 0, where
//
//	C = exp(-βa) cosh(√d a),  S = exp(-βa) sinh(√d a)/√d,
//
// which are oscillations where d < 0.
package oscillator

import "math"

// small is the |d|a² up to which the power series in it are taken.
const small = 0.1

// Response returns C and S at time a >= 0 for the damping β > 0.
func Response(a, beta float64) (c, s float64) {
	d := (beta - 1) * (beta + 1)
	switch z := d * a * a; {
	case math.Abs(z) < small:
		e := math.Exp(-beta * a)
		return e * series(z, 1, 1.0/2, 1.0/24, 1.0/720, 1.0/40320, 1.0/3628800, 1.0/479001600),
			e * a * series(z, 1, 1.0/6, 1.0/120, 1.0/5040, 1.0/362880, 1.0/39916800, 1.0/6227020800)
	case d < 0:
		e, w := math.Exp(-beta*a), math.Sqrt(-d)
		sin, cos := math.Sincos(w * a)
		return e * cos, e * sin / w
	default:
		w := math.Sqrt(d)
		slow, fast := math.Exp(-a/(beta+w)), math.Exp(-a*(beta+w))
		return (slow + fast) / 2, (slow - fast) / (2 * w)
	}
}

// ByDamping returns the derivatives by β of C and S, which are those of [Response].
func ByDamping(a, beta, c, s float64) (byC, byS float64) {
	d := (beta - 1) * (beta + 1)
	var r float64 // (aC - S)/d
	if z := d * a * a; math.Abs(z) < small {
		r = math.Exp(-beta*a) * a * a * a * series(z, 1.0/3, 1.0/30, 1.0/840, 1.0/45360, 1.0/3991680, 1.0/518918400)
	} else {
		r = (a*c - s) / d
	}
	return a * (beta*s - c), beta*r - a*s
}

// series returns Σ_k coefficients[k] z^k.
func series(z float64, coefficients ...float64) float64 {
	sum := 0.0
	for k := len(coefficients) - 1; k >= 0; k-- {
		sum = sum*z + coefficients[k]
	}
	return sum
}
