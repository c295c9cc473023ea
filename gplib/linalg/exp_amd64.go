package linalg

import "math"

// expLow: exp(x) is 0 below it.
const expLow = -746

// expConstants are the constants of exp256 and exp512, each four times.
var expConstants = func() (table [20][4]float64) {
	constants := []float64{expRange, expLow, 1 / math.Ln2, roundToInt, expLn2High, math.Float64frombits(1<<63 - 1), expLn2Low}
	for n := 13; n >= 2; n-- {
		constants = append(constants, 1/math.Gamma(float64(n+1)))
	}
	for row, v := range append(constants, 1) {
		table[row] = [4]float64{v, v, v, v}
	}
	return table
}()

const (
	// expLn2High + expLn2Low is ln 2 to twice the precision.
	expLn2High = 0x1.62e42fefa39efp-1
	expLn2Low  = math.Ln2 - expLn2High
)

// expByFours computes Exp by groups of four. exp256 stops at a group with a number that
// is NaN or whose result is neither normal nor 0, and returns how many numbers it has
// written. That group and the last one go through a group of their own, so that a
// result does not depend on its neighbours.
func expByFours(dst, src []float64) {
	for at := 0; at < len(src); {
		at += exp256(&dst[at], &src[at], len(src)-at, &expConstants)
		end := min(at+4, len(src))
		expGroup(dst[at:end], src[at:end])
		at = end
	}
}

// expGroup computes Exp of up to four numbers of any kind.
func expGroup(dst, src []float64) {
	if len(src) == 0 {
		return
	}
	var tame [4]float64
	for j, x := range src {
		if math.Abs(x) < expRange || x < expLow {
			tame[j] = x
		}
	}
	exp256(&tame[0], &tame[0], 4, &expConstants)
	for j, x := range src {
		if dst[j] = tame[j]; !(math.Abs(x) < expRange || x < expLow) {
			dst[j] = math.Exp(x)
		}
	}
}
