package cov_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
)

const digits = 600 // bits of the reference

func exactly(v float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(v) }

func times(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(a, b) }

// smallAngle returns the angle θ of u = (√bias, x/l) and v = (√bias, y/l), below 0.01, by
// sin² θ = 1 - (u·v)²/(|u|²|v|²) and the series of the arcsine.
func smallAngle(x, y []*big.Float, bias, l float64) *big.Float {
	square := times(exactly(l), exactly(l))
	product := func(a, b []*big.Float) *big.Float {
		sum := new(big.Float).SetPrec(digits)
		for k := range a {
			sum.Add(sum, times(a[k], b[k]))
		}
		return sum.Add(sum.Quo(sum, square), exactly(bias))
	}
	uv := product(x, y)
	sine := new(big.Float).SetPrec(digits).Quo(times(uv, uv), times(product(x, x), product(y, y)))
	sine.Sqrt(sine.Sub(exactly(1), sine))
	theta, term := new(big.Float).SetPrec(digits), new(big.Float).SetPrec(digits).Set(sine)
	for k := range 40 { // sin^(2k+1) (2k)!/(4^k k!² (2k+1))
		theta.Add(theta, new(big.Float).SetPrec(digits).Quo(term, exactly(float64(2*k+1))))
		term = times(term, times(sine, sine))
		term.Quo(times(term, exactly(float64(2*k+1))), exactly(float64(2*k+2)))
	}
	return theta
}

func raised(x []float64, k int, by *big.Float) []*big.Float {
	point := make([]*big.Float, len(x))
	for i, v := range x {
		point[i] = exactly(v)
	}
	point[k].Add(point[k], by)
	return point
}

// TestArcCosineHasTheDigitsOfSmallAngles, in its values of order 0, k = 1 - θ/π, and its
// derivatives by inputs, whose relative rounding error is 2⁻⁵²/θ.
func TestArcCosineHasTheDigitsOfSmallAngles(t *testing.T) {
	const bias, l = 0.3, 1.2
	k := cov.ArcCosine(0, bias, l)
	for _, apart := range []float64{1e-3, 1e-5, 1e-7, 1e-9} {
		for _, x := range [][]float64{{0.4}, {0.4, -1.1, 2}, {30, 50, -20}} {
			y := make([]float64, len(x))
			for i, v := range x {
				y[i] = v + apart*math.Cos(float64(3*i))
			}
			a, b := cov.Points(mat.NewDense(1, len(x), x)), cov.Points(mat.NewDense(1, len(x), y))
			theta, _ := smallAngle(raised(x, 0, exactly(0)), raised(y, 0, exactly(0)), bias, l).Float64()
			value := mat.NewDense(1, 1, nil)
			k.Gram(value, a, b)
			if want := 1 - theta/math.Pi; math.Abs(value.At(0, 0)-want) > 0x1p-51 {
				t.Errorf("%v and %v: k = 1 - %v, want 1 - %v", x, y, 1-value.At(0, 0), 1-want)
			}
			grad := mat.NewDense(1, len(x), nil)
			if err := cov.InputGrad(grad, k, a, b, []float64{1}); err != nil {
				t.Fatal(err)
			}
			steepest := 0.0
			want := make([]float64, len(x))
			for i := range x {
				step, back := exactly(0x1p-100), exactly(-0x1p-100)
				up, down := smallAngle(raised(x, i, step), raised(y, 0, exactly(0)), bias, l), smallAngle(raised(x, i, back), raised(y, 0, exactly(0)), bias, l)
				slope, _ := new(big.Float).Quo(up.Sub(up, down), exactly(0x1p-99)).Float64()
				want[i] = -slope / math.Pi
				steepest = math.Max(steepest, math.Abs(want[i]))
			}
			for i := range x {
				if got := grad.At(0, i); math.Abs(got-want[i]) > 64*0x1p-52/theta*steepest {
					t.Errorf("%v and %v: the derivative by input %d is %v, want %v", x, y, i, got, want[i])
				}
			}
		}
	}
}
