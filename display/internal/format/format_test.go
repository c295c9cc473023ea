package format

import (
	"math"
	"testing"
)

func TestNumbersHaveTheDigitsAskedForAndNoNoise(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"}, {1, "1"}, {0.1 + 0.2, "0.3"}, {1234567, "1234567"}, {12345.678, "12346"}, {1e7, "1e7"},
		{-0.00012344, "-0.0001234"}, {0.00001234, "1.234e-5"}, {3.14159, "3.142"}, {9.99999, "10"},
		{math.NaN(), "NaN"}, {math.Inf(-1), "-Inf"}, {100, "100"}, {999999.9, "1000000"},
	} {
		if got := Number(c.v, 4); got != c.want {
			t.Errorf("Number(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}
