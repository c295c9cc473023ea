package lik

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// The derivatives of the digamma function are Hurwitz's ζ functions (Abramowitz and Stegun 1964, 6.4.10).
func TestPolygamma(t *testing.T) {
	for x := 1e-3; x < 1e6; x *= 1.07 {
		first, second := polygamma(x)
		if want := mathext.Zeta(2, x); math.Abs(first/want-1) > 1e-13 {
			t.Errorf("ψ'(%v) is %v, not %v", x, first, want)
		}
		if want := -2 * mathext.Zeta(3, x); math.Abs(second/want-1) > 1e-13 {
			t.Errorf("ψ''(%v) is %v, not %v", x, second, want)
		}
	}
}
