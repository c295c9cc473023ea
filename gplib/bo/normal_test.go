package bo

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
)

// precision is enough for values at -38, where terms of the series are as large as e^722 and the result is e^-730.
const precision = 3000

func number(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }

// series sums terms until they no longer count: the next one is term(k, last one).
func series(first *big.Float, next func(k int, last *big.Float) *big.Float) *big.Float {
	sum, term := number(0).Set(first), first
	for k := 1; term.Sign() != 0 && term.MantExp(nil) > -precision; k++ {
		term = next(k, term)
		sum.Add(sum, term)
	}
	return sum
}

// pi is Machin's formula.
func pi() *big.Float {
	arctan := func(inverse float64) *big.Float {
		x := number(0).Quo(number(1), number(inverse))
		power, square := number(0).Set(x), number(0).Mul(x, x)
		return series(x, func(k int, _ *big.Float) *big.Float {
			power.Mul(power, square).Neg(power)
			return number(0).Quo(power, number(float64(2*k+1)))
		})
	}
	four := number(0).Mul(number(4), arctan(5))
	return number(0).Mul(number(4), four.Sub(four, arctan(239)))
}

// tails returns log h(-t) and log Φ(-t) from the power series of e^(-t²/2) and Φ.
func tails(t float64) (logOfH, logOfCDF float64) {
	root := number(0).Sqrt(number(0).Mul(number(2), pi()))
	half := number(-t * t / 2)
	density := series(number(1), func(k int, last *big.Float) *big.Float {
		last = number(0).Mul(last, half)
		return last.Quo(last, number(float64(k)))
	})
	power := number(t)
	sum := series(number(t), func(k int, _ *big.Float) *big.Float {
		power.Mul(power, half)
		power.Quo(power, number(float64(k)))
		return number(0).Quo(power, number(float64(2*k+1)))
	})
	density.Quo(density, root)
	below := number(0).Sub(number(0.5), sum.Quo(sum, root))
	h := number(0).Sub(density, number(0).Mul(number(t), below))
	return logOf(h), logOf(below)
}

func logOf(v *big.Float) float64 {
	mantissa := new(big.Float)
	exponent := v.MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(exponent)*math.Ln2
}

// t·t has to be exact for the reference: t is a multiple of 1/8.
func TestTailsAreThoseOfLongArithmetic(t *testing.T) {
	for _, at := range []float64{0.125, 1, 1.875, 2, 2.125, 3, 5, 8, 12.5, 20, 38} {
		h, _ := logH(-at)
		below, _ := logCDF(-at)
		wantH, wantBelow := tails(at)
		for _, c := range []struct {
			name      string
			got, want float64
		}{{"log h", h, wantH}, {"log Φ", below, wantBelow}} {
			// The difference φ - tΦ loses up to four bits where z > -2.
			if math.Abs(c.got-c.want) > 64*0x1p-52*math.Max(1, math.Abs(c.want)) {
				t.Errorf("%s(%v) = %.17g, want %.17g", c.name, -at, c.got, c.want)
			}
		}
	}
}

// h(-t) = φ(t) ∫ u exp(-tu - u²/2) du, whose integrand has one sign, so that quadrature is as exact as the machine.
func TestFarTailIsThatOfQuadrature(t *testing.T) {
	for _, at := range []float64{3, 50, 1e3, 1e6} {
		integral := quad.Fixed(func(v float64) float64 { return v * math.Exp(-v-v*v/(2*at*at)) }, 0, 80, 200, nil, 0)
		want := -at*at/2 - logSqrt2Pi + math.Log(integral) - 2*math.Log(at)
		if got, _ := logH(-at); math.Abs(got-want) > 1e-12*math.Abs(want) {
			t.Errorf("log h(%v) = %v, want %v", -at, got, want)
		}
	}
}

func TestSlopesAreThoseOfDifferences(t *testing.T) {
	for _, f := range []func(float64) (float64, float64){logH, logCDF} {
		for _, z := range []float64{-30, -5, -2.1, -1.9, -1, 0, 1, 4} {
			const step = 1e-3
			at := func(s float64) float64 { v, _ := f(z + s); return v }
			want := (8*(at(step)-at(-step)) - (at(2*step) - at(-2*step))) / (12 * step)
			if _, got := f(z); math.Abs(got-want) > 1e-8*math.Max(1, math.Abs(want)) {
				t.Errorf("slope at %v is %v, want %v", z, got, want)
			}
		}
	}
}
