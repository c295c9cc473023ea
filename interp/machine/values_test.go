package machine

import (
	"math"
	"testing"
)

func TestRoundingIsThatOfMath(t *testing.T) {
	numbers := []float64{0, .3, .5, .9999999999999999, 1, 1.5, 2, 1<<52 - .5, 1 << 52, 1<<53 + 2, 1 << 63, 1e300, 5e-324, math.Inf(1), math.NaN(), 123456.789}
	for _, x := range numbers {
		for _, x := range []float64{x, -x} {
			for _, c := range []struct {
				name    string
				f, want func(float64) float64
			}{{"floor", floor, math.Floor}, {"ceil", ceil, math.Ceil}, {"trunc", trunc, math.Trunc}} {
				if y, want := c.f(x), c.want(x); math.Float64bits(y) != math.Float64bits(want) && !math.IsNaN(want) {
					t.Errorf("%s(%v) is %v, want %v", c.name, x, y, want)
				}
			}
		}
	}
}
