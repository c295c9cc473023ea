package oscillator

import (
	"math"
	"math/cmplx"
	"testing"
)

// exact returns K, S and E in complex numbers, in which an overdamped oscillator needs no case of its own.
func exact(a, beta float64) (k, s, e float64) {
	w := cmplx.Sqrt(complex(beta*beta-1, 0))
	decay := cmplx.Exp(complex(-beta*a, 0))
	c := real(decay * cmplx.Cosh(w*complex(a, 0)))
	s = real(decay * cmplx.Sinh(w*complex(a, 0)) / w)
	return c + beta*s, s, c - beta*s
}

// The derivatives are compared with central differences of fourth order, whose error is some 1e-12 here.
func TestResponsesAndDerivatives(t *testing.T) {
	const h = 1e-3
	for _, beta := range []float64{0.01, 0.5, 0.98, 0.9999, 1.0001, 1.02, 2, 5} {
		for _, a := range []float64{0, 1e-3, 0.3, 1.7, 9} {
			k, s, e := Response(a, beta)
			wantK, wantS, wantE := exact(a, beta)
			if !(math.Abs(k-wantK) <= 1e-12) || !(math.Abs(s-wantS) <= 1e-12) || !(math.Abs(e-wantE) <= 1e-12) {
				t.Errorf("a = %v, β = %v: %v, %v and %v, want %v, %v and %v", a, beta, k, s, e, wantK, wantS, wantE)
			}
			wantK, wantS, wantE = 0, 0, 0
			for _, d := range []struct{ by, weight float64 }{{h, 8}, {-h, -8}, {2 * h, -1}, {-2 * h, 1}} {
				k, s, e := Response(a, beta+d.by)
				wantK += d.weight * k / (12 * h)
				wantS += d.weight * s / (12 * h)
				wantE += d.weight * e / (12 * h)
			}
			byK, byS, byE := ByDamping(a, beta, k, s, e)
			tol := 1e-9 * (1 + a*a*a)
			if !(math.Abs(byK-wantK) <= tol) || !(math.Abs(byS-wantS) <= tol) || !(math.Abs(byE-wantE) <= tol) {
				t.Errorf("a = %v, β = %v: the derivatives are %v, %v and %v, by differences %v, %v and %v", a, beta, byK, byS, byE, wantK, wantS, wantE)
			}
		}
	}
}

func TestCriticalDampingAndLongTimes(t *testing.T) {
	if k, s, e := Response(2, 1); !(math.Abs(k-3*math.Exp(-2)) <= 1e-15) || s != 2*math.Exp(-2) || !(math.Abs(e+math.Exp(-2)) <= 1e-15) {
		t.Errorf("critically damped: %v, %v and %v", k, s, e)
	}
	for _, beta := range []float64{0.1, 1, 1e4} {
		for _, a := range []float64{1e9, 1e150, 1e300, math.Inf(1)} {
			k, s, e := Response(a, beta)
			byK, byS, byE := ByDamping(a, beta, k, s, e)
			for _, v := range []float64{k, s, e, byK, byS, byE} {
				if v != 0 {
					t.Errorf("β = %v: after the time %v there is %v", beta, a, v)
				}
			}
		}
	}
}
