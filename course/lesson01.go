package course

import (
	"krigo/gplib"
	"krigo/gplib/cov"
)

func init() {
	mustDefine(Exercise{
		ID:       "01-1",
		Question: "What is the mean of f at x = 0.5, given f(0) = 1 without noise, and a squared exponential of variance 1 and lengthscale 1?",
		Answer: Number(0.01, func() (float64, error) {
			return meanAt(gplib.Model{Cov: cov.SE(1), Noise: gplib.FixedGaussian(1e-10)}, []float64{0}, []float64{1}, 0.5)
		}),
		Hints: []string{
			"With one observation the mean is k(x, 0) divided by k(0, 0), times the observation.",
			"k(0, 0) is the variance. For k(0.5, 0) put the distance into the exponential of the covariance function.",
			"The exponent is minus the squared distance over twice the squared lengthscale.",
		},
		Right: "The mean falls back to the prior's 0 as the covariance function does.",
	})
}

// meanAt is the posterior mean of f at x of a model given observations on a line.
func meanAt(m gplib.Model, xs, ys []float64, x float64) (float64, error) {
	d, err := gplib.NewData(cov.Line(xs), ys)
	if err != nil {
		return 0, err
	}
	p, err := gplib.Condition(m, d)
	if err != nil {
		return 0, err
	}
	q, err := p.Predict(cov.Line([]float64{x}))
	if err != nil {
		return 0, err
	}
	return q.Mean[0], nil
}
