// Package oscillator has the impulse response of the damped harmonic oscillator f″ + 2βf′ + f = 0,
// which defines the covariance function and the state space of cov.SHO.
//
// With d = β²-1, its state (f, f′) moves by [[K, S], [-S, E]] in time a >= 0, where
//
//	K = C + βS,  E = C - βS,  C = exp(-βa) cosh(√d a),  S = exp(-βa) sinh(√d a)/√d,
//
// which are oscillations where d < 0. K is the covariance function, -S its derivative by a, and E that of S.
package oscillator

import "math"

// small is the |d|a² up to which the power series in it are taken.
const small = 0.1

// Response returns K, S and E at time a >= 0 for the damping β > 0. After a time so long that they are 0 in double
// precision, they are 0, for an infinite a, too.
func Response(a, beta float64) (k, s, e float64) {
	d := (beta - 1) * (beta + 1)
	if z := d * a * a; math.Abs(z) >= small && d > 0 {
		return overdamped(a, beta, d)
	}
	decay := math.Exp(-beta * a)
	if decay == 0 {
		return 0, 0, 0
	}
	var c float64
	if z := d * a * a; math.Abs(z) < small {
		c = decay * series(z, 1, 1.0/2, 1.0/24, 1.0/720, 1.0/40320, 1.0/3628800, 1.0/479001600)
		s = decay * a * series(z, 1, 1.0/6, 1.0/120, 1.0/5040, 1.0/362880, 1.0/39916800, 1.0/6227020800)
	} else {
		w := math.Sqrt(-d)
		sin, cos := math.Sincos(w * a)
		c, s = decay*cos, decay*sin/w
	}
	return c + beta*s, s, c - beta*s
}

// overdamped is the response as a sum of two decays, of the rates β-√d and β+√d: C - βS would cancel.
func overdamped(a, beta, d float64) (k, s, e float64) {
	slowRate, fastRate := rates(beta, d)
	slow, fast := math.Exp(-a*slowRate), math.Exp(-a*fastRate)
	width := fastRate - slowRate
	return (fastRate*slow - slowRate*fast) / width, (slow - fast) / width, (fastRate*fast - slowRate*slow) / width
}

// rates returns β-√d, which is 1 over the other, and β+√d.
func rates(beta, d float64) (slow, fast float64) {
	fast = beta + math.Sqrt(d)
	return 1 / fast, fast
}

// ByDamping returns the derivatives by β of K, S and E, which are those of [Response]: with r = (aC - S)/d they are
// ∂K = r, ∂S = βr - aS and ∂E = -β∂S - S - aE.
func ByDamping(a, beta, k, s, e float64) (byK, byS, byE float64) {
	if k == 0 && s == 0 && e == 0 {
		return 0, 0, 0
	}
	d := (beta - 1) * (beta + 1)
	z := d * a * a
	if math.Abs(z) < small {
		byK = math.Exp(-beta*a) * a * a * a * series(z, 1.0/3, 1.0/30, 1.0/840, 1.0/45360, 1.0/3991680, 1.0/518918400)
	} else {
		byK = (a*(k+e)/2 - s) / d
	}
	if math.Abs(z) >= small && d > 0 {
		byS, byE = overdampedByDamping(a, beta, d, s, e)
		return byK, byS, byE
	}
	byS = beta*byK - a*s
	return byK, byS, -beta*byS - s - a*e
}

// overdampedByDamping returns the derivatives of S and E from those of the two decays, whose rates have the derivatives
// ∓rate/√d: the terms of βr - aS would cancel.
func overdampedByDamping(a, beta, d, s, e float64) (byS, byE float64) {
	slowRate, fastRate := rates(beta, d)
	slow, fast := slowRate*math.Exp(-a*slowRate), fastRate*math.Exp(-a*fastRate)
	byS = (a*(slow+fast) - 2*beta*s) / (2 * d)
	byE = (slow*(1-a*slowRate) + fast*(1-a*fastRate) - 2*beta*e) / (2 * d)
	return byS, byE
}

// series returns Σ_k coefficients[k] z^k.
func series(z float64, coefficients ...float64) float64 {
	sum := 0.0
	for k := len(coefficients) - 1; k >= 0; k-- {
		sum = sum*z + coefficients[k]
	}
	return sum
}
