package oscillator

import (
	"math"
	"math/big"
	"testing"
)

const bits = 400

func number(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }

// expOf returns exp(-x) for x >= 0, by the power series at x/2¹⁰.
func expOf(x *big.Float) *big.Float {
	const halvings = 10
	small := new(big.Float).SetMantExp(x, -halvings)
	sum, term := number(1), number(1)
	for k := 1; k < 200; k++ {
		term.Mul(term, small)
		term.Quo(term, number(float64(k)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return new(big.Float).SetPrec(bits).Quo(number(1), sum)
}

// preciseResponse returns C + βS, S and C - βS for β > 1 by their definition.
func preciseResponse(a float64, beta *big.Float) (out [3]*big.Float) {
	op := func() *big.Float { return new(big.Float).SetPrec(bits) }
	w := op().Sqrt(op().Sub(op().Mul(beta, beta), number(1)))
	slow := expOf(op().Mul(number(a), op().Sub(beta, w)))
	fast := expOf(op().Mul(number(a), op().Add(beta, w)))
	c := op().Quo(op().Add(slow, fast), number(2))
	s := op().Quo(op().Sub(slow, fast), op().Mul(number(2), w))
	bs := op().Mul(beta, s)
	return [3]*big.Float{op().Add(c, bs), s, op().Sub(c, bs)}
}

// The relative error of large dampings is that of others: some rounding errors, amplified by the exponents. The
// derivatives are compared with differences over 2⁻⁶⁰ in 400 bits.
func TestLargeDampingsLoseNoDigits(t *testing.T) {
	for _, beta := range []float64{1.5, 20, 1e4, 1e7} {
		for _, times := range []float64{1e-3, 0.1, 1, 6, 30} {
			for _, a := range []float64{times / beta, times * beta} { // of the fast and of the slow part
				k, s, e := Response(a, beta)
				byK, byS, byE := ByDamping(a, beta, k, s, e)
				want := preciseResponse(a, number(beta))
				h := new(big.Float).SetMantExp(number(1), -60)
				above := preciseResponse(a, new(big.Float).Add(number(beta), h))
				below := preciseResponse(a, new(big.Float).Sub(number(beta), h))
				const tol = 1e-12
				for i, got := range [][2]float64{{k, byK}, {s, byS}, {e, byE}} {
					value, _ := want[i].Float64()
					slope, _ := new(big.Float).Quo(new(big.Float).Sub(above[i], below[i]), new(big.Float).SetMantExp(h, 1)).Float64()
					// A value or slope may pass through 0: its terms have the sizes of the value over β and the time.
					if !(math.Abs(got[0]-value) <= tol*(math.Abs(value)+math.Abs(s)/beta)) {
						t.Errorf("a = %v, β = %v: value %d is %v, want %v", a, beta, i, got[0], value)
					}
					if !(math.Abs(got[1]-slope) <= tol*(math.Abs(slope)+math.Abs(value)/beta)) {
						t.Errorf("a = %v, β = %v: derivative %d is %v, want %v", a, beta, i, got[1], slope)
					}
				}
			}
		}
	}
}
