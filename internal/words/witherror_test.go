package words

import (
	"math"
	"testing"
)

func TestNumbersHaveTheDigitsOfTheirErrors(t *testing.T) {
	for _, c := range []struct {
		v, stdErr float64
		want      string
	}{
		{0.9926, 0.13, "0.99 ± 0.13"},
		{0.9, 0.0996, "0.90 ± 0.10"},
		{-1.23456, 0.0123, "-1.235 ± 0.012"},
		{1234.56, 78.9, "1235 ± 79"},
		{12.5, 3.21, "12.5 ± 3.2"},
		{0, 0.5, "0.00 ± 0.50"},
		{1, 0, "1 ± 0"},
		{0.5, 1e-9, "0.5 ± 1e-9"},
		{1e9, 3e7, "1e9 ± 3e7"},
		{2, math.NaN(), "2 ± NaN"},
	} {
		if got := WithError(c.v, c.stdErr); got != c.want {
			t.Errorf("%g ± %g is written %q, want %q", c.v, c.stdErr, got, c.want)
		}
	}
}
