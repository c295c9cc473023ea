package oscillator

import (
	"math"
	"math/cmplx"
	"testing"
)

// exact returns C and S in complex numbers, in which an overdamped oscillator needs no case of its own.
func exact(a, beta float64) (c, s float64) {
	w := cmplx.Sqrt(complex(beta*beta-1, 0))
	e := cmplx.Exp(complex(-beta*a, 0))
	return real(e * cmplx.Cosh(w*complex(a, 0))), real(e * cmplx.Sinh(w*complex(a, 0)) / w)
}

// The derivatives are compared with central differences of fourth order, whose error is some 1e-12 here.
func TestResponsesAndDerivatives(t *testing.T) {
	const h = 1e-3
	for _, beta := range []float64{0.01, 0.5, 0.98, 0.9999, 1.0001, 1.02, 2, 5} {
		for _, a := range []float64{0, 1e-3, 0.3, 1.7, 9} {
			c, s := Response(a, beta)
			if wantC, wantS := exact(a, beta); !(math.Abs(c-wantC) <= 1e-13) || !(math.Abs(s-wantS) <= 1e-12) {
				t.Errorf("a = %v, β = %v: %v and %v, want %v and %v", a, beta, c, s, wantC, wantS)
			}
			var wantC, wantS float64
			for _, d := range []struct{ by, weight float64 }{{h, 8}, {-h, -8}, {2 * h, -1}, {-2 * h, 1}} {
				c, s := Response(a, beta+d.by)
				wantC += d.weight * c / (12 * h)
				wantS += d.weight * s / (12 * h)
			}
			byC, byS := ByDamping(a, beta, c, s)
			if !(math.Abs(byC-wantC) <= 1e-9*(1+a*a*a)) || !(math.Abs(byS-wantS) <= 1e-9*(1+a*a*a)) {
				t.Errorf("a = %v, β = %v: the derivatives are %v and %v, by differences %v and %v", a, beta, byC, byS, wantC, wantS)
			}
		}
	}
}

func TestCriticalDampingAndLongTimes(t *testing.T) {
	if c, s := Response(2, 1); c != math.Exp(-2) || s != 2*math.Exp(-2) {
		t.Errorf("critically damped: %v and %v", c, s)
	}
	for _, beta := range []float64{0.1, 1, 1e4} {
		c, s := Response(1e9, beta)
		byC, byS := ByDamping(1e9, beta, c, s)
		for _, v := range []float64{c, s, byC, byS} {
			if !(math.Abs(v) <= 1e-3) {
				t.Errorf("β = %v: after a long time there is %v", beta, v)
			}
		}
	}
}
