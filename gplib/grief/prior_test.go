package grief

import (
	"math"
	"testing"
)

// TestPriorsHaveTheirModeAndVariance (docs/methods/grief.md, check 12), and the published figures.
func TestPriorsHaveTheirModeAndVariance(t *testing.T) {
	for _, l := range []LogNormal{{1, 100}, {0.05, 0.04}, {2, 1e-12}, {3, 1e6}, {1e-6, 1e-3}} {
		mu, sigma, err := l.Parameters()
		if err != nil {
			t.Fatal(err)
		}
		s2 := sigma * sigma
		mode := math.Exp(mu - s2)
		variance := math.Expm1(s2) * math.Exp(2*mu+s2)
		if math.Abs(mode-l.Mode) > 1e-10*l.Mode || math.Abs(variance-l.Variance) > 1e-10*l.Variance {
			t.Errorf("%+v: mode %v, variance %v", l, mode, variance)
		}
	}
	mu, sigma, _ := LogNormal{1, 100}.Parameters()
	if math.Abs(mu-1.237004) > 1e-6 || math.Abs(sigma-1.112207) > 1e-6 {
		t.Errorf("(1, 100): %v, %v", mu, sigma)
	}
	mu, sigma, _ = LogNormal{0.05, 0.04}.Parameters()
	if math.Abs(mu+2.160412) > 1e-6 || math.Abs(sigma-0.913959) > 1e-6 {
		t.Errorf("(0.05, 0.04): %v, %v", mu, sigma)
	}
	for _, bad := range []LogNormal{{0, 1}, {1, 0}, {-1, 1}, {1, math.NaN()}, {math.Inf(1), 1}} {
		if _, _, err := bad.Parameters(); err == nil {
			t.Errorf("%+v was accepted", bad)
		}
	}
}
