package contrast

import (
	"image/color"
	"math"
	"testing"
)

// Grey #777 and pure red just miss 4.5 on white: 4.48 and 4.00, as checkers say.
func TestRatioIsWCAGs(t *testing.T) {
	for _, c := range []struct {
		a, b color.Color
		want float64
	}{
		{color.Black, color.White, 21},
		{color.White, color.White, 1},
		{color.NRGBA{0x77, 0x77, 0x77, 0xff}, color.White, 4.478},
		{color.White, color.NRGBA{255, 0, 0, 0xff}, 3.998},
	} {
		if got := Ratio(c.a, c.b); math.Abs(got-c.want) > 0.001 {
			t.Errorf("%v on %v: %.3f, want %v", c.a, c.b, got, c.want)
		}
	}
}
