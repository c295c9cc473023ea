package statespace

import (
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// At all bounds together the state is allowed, and at shorter lengthscales of all it is not.
func TestLeastLengthsAreThoseOfTheLargestState(t *testing.T) {
	short := cov.Product(cov.Periodic(0.2, 1), cov.Matern32(1))
	for name, k := range map[string]cov.Func{
		"one":                cov.Periodic(1, 2),
		"a moving product":   cov.Product(cov.Periodic(1, 2), cov.Matern52(3)),
		"two":                cov.Sum(cov.Periodic(1, 2), cov.Scale(2, cov.Product(cov.Periodic(2, 3), cov.Matern32(4)))),
		"a short one":        cov.Sum(short, cov.Periodic(3, 4)),
		"one that is tied":   cov.Tie(cov.Sum(cov.Periodic(1, 2), cov.Product(cov.Periodic(1, 3), cov.Matern12(4))), "lengthscale"),
		"one that is fixed":  cov.Sum(cov.Fix(cov.Periodic(0.1, 2)), cov.Periodic(1, 3)),
		"a power of several": cov.Power(cov.Sum(cov.Constant(1), cov.Periodic(3, 2)), 2),
	} {
		m, err := withLeastLengths(gplib.Model{Mean: gplib.LinearMean(1, 2), Cov: k, Noise: gplib.Gaussian(1)}, 1)
		if err != nil {
			t.Fatal(err)
		}
		at := func(factor float64) error {
			theta, bounded := m.Cov.Params(), 0
			values := param.Values(theta)
			for i, p := range theta {
				if p.Bounded() {
					bounded++
					values[i] = factor * p.Min
				}
			}
			if bounded == 0 {
				t.Errorf("%s: there is no bound", name)
			}
			_, err := newSpace(k.With(values), 1)
			return err
		}
		if err := at(1); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if at(0.97) == nil {
			t.Errorf("%s: there are states at shorter lengthscales", name)
		}
	}
}
