package main

import (
	"context"
	"fmt"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/laplace"
	"krigo/gplib/lik"
)

// labels returns the time of a fit of the signs of observations by Laplace's approximation, from the model's
// own start or the best of those compared; the value is the log marginal likelihood. Variance and
// lengthscales have the bounds of scikit-learn's.
func labels(args []string) (func() (answer, error), error) {
	d, err := points(args[0])
	if err != nil {
		return nil, err
	}
	var settings gplib.Settings
	switch args[1] {
	case "own":
		settings.OwnStart = true
	case "compared":
	default:
		return nil, fmt.Errorf("labels: the start is %q, not own or compared", args[1])
	}
	y := make([]float64, d.Len())
	for i, v := range d.Y {
		if v > 0 {
			y[i] = 1
		}
	}
	m := model(d.X.(*cov.Matrix).Dim(), 1)
	m.Noise, m.Lik = nil, lik.Bernoulli()
	for _, p := range m.Params() {
		if m, err = m.Bound(p.Name, 1e-5, 1e5); err != nil {
			return nil, err
		}
	}
	d.Y = y
	return repeated(func() (float64, error) {
		r, err := laplace.Learner{}.Fit(context.Background(), m, d, &settings)
		if err != nil {
			return 0, err
		}
		return -r.Value, nil
	}), nil
}
