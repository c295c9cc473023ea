package lik

// asymptotic is the argument from which the series of [polygamma] have the precision of a float64.
const asymptotic = 10

// bernoulliNumbers holds the Bernoulli numbers B₂, B₄, … of these series.
var bernoulliNumbers = [...]float64{1. / 6, -1. / 30, 1. / 42, -1. / 30, 5. / 66, -691. / 2730, 7. / 6}

// polygamma returns the first two derivatives of the digamma function at x > 0, by recurrence and an asymptotic series
// (Abramowitz and Stegun 1964, 6.4.6, 6.4.12 and 6.4.13).
func polygamma(x float64) (trigamma, tetragamma float64) {
	for ; x < asymptotic; x++ {
		square := 1 / (x * x)
		trigamma += square
		tetragamma -= 2 * square / x
	}
	inverse := 1 / x
	square := inverse * inverse
	power := square // x^-2k of B_2k
	first, second := inverse+square/2, -square-square*inverse
	for k, b := range bernoulliNumbers {
		first += b * power * inverse
		second -= float64(2*k+3) * b * power * square
		power *= square
	}
	return trigamma + first, tetragamma + second
}
