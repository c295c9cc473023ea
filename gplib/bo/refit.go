package bo

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Bounds of parameters, in units of the cube and of standardised observations, and the noise of functions without.
const (
	leastLength, mostLength     = 5e-3, 1e3
	leastVariance, mostVariance = 1e-2, 1e3
	leastNoise, mostNoise       = 1e-6, 2
	noNoise                     = 1e-6
	varianceSpread              = 0.3
)

// prior returns the model of one output before learning: with lengthscales whose logarithm has the mean √2 + log(d)/2
// and the standard deviation √3, and noise whose logarithm has the mean -4 and the standard deviation 1 (Hvarfner et
// al. 2024, section 4). They hold the variance of the signal at that of the observations; here its logarithm has the
// standard deviation 0.3 about it, so that a model of few noisy evaluations does not take all of them for noise.
func prior(coordinates int, noiseless bool) (gplib.Model, error) {
	const spread = 1.7320508075688772 // √3
	centre := math.Sqrt2 + math.Log(float64(coordinates))/2
	lengths := make([]float64, coordinates)
	for k := range lengths {
		lengths[k] = math.Exp(centre - spread*spread)
	}
	k := cov.Scale(1, cov.Matern52(lengths...))
	k = cov.WithPrior(cov.Bound(k, "variance", leastVariance, mostVariance), "variance", param.LogNormalPrior(0, varianceSpread))
	k = cov.WithPrior(cov.Bound(k, "lengthscale", leastLength, mostLength), "lengthscale", param.LogNormalPrior(centre, spread))
	m := gplib.Model{Mean: gplib.ConstantMean(0), Cov: k, Noise: gplib.Gaussian(math.Exp(-5))}
	m, err := m.WithPrior("mean", param.NormalPrior(0, 1))
	if err != nil {
		return m, err
	}
	if noiseless {
		m.Noise = gplib.Gaussian(noNoise)
		return m.Fix("noise")
	}
	if m, err = m.Bound("noise", leastNoise, mostNoise); err != nil {
		return m, err
	}
	return m.WithPrior("noise", param.LogNormalPrior(-4, 1))
}

// surrogate is the posterior of one output, whose unit is the standard deviation of the observations, about their mean.
type surrogate struct {
	post          *gplib.Exact
	centre, scale float64
}

// Steps of a learning.
const (
	fullSteps = 75
	warmSteps = 15
)

// scheduled returns the last number of rows up to n at which parameters are learned from several starts: each up to
// 10, then about each tenth more.
func scheduled(n int) int {
	m := 1
	for {
		next := m + max(1, m/10)
		if next > n {
			return m
		}
		m = next
	}
}

// learner learns the parameters of one output. They are a function of its observations: those of the scheduled number
// of rows are learned from several starts, and those of more rows from there in a few steps.
type learner struct {
	prior gplib.Model
	rows  int // that full was learned from
	full  gplib.Model
}

// learn returns the posterior given all rows.
func (l *learner) learn(ctx context.Context, x *cov.Matrix, y []float64) (*surrogate, error) {
	n := len(y)
	m := scheduled(n)
	if l.rows != m {
		full, err := l.fit(ctx, x, y, m, fullSteps, l.starts())
		if err != nil {
			return nil, err
		}
		l.full, l.rows = full, m
	}
	learned := l.full
	if n > m {
		var err error
		if learned, err = l.fit(ctx, x, y, n, warmSteps, []gplib.Model{l.full}); err != nil {
			return nil, err
		}
	}
	return condition(learned, x, y)
}

// starts are the parameters from which the full learning starts: those of the prior's modes, and longer lengthscales
// with less noise.
func (l *learner) starts() []gplib.Model {
	theta := l.prior.Theta()
	layout := l.prior.Layout()
	_, kernel, noise := layout.Split(theta)
	for k := range kernel[1:] {
		kernel[1+k] *= 4
	}
	if !l.prior.Params()[len(theta)-1].Fixed {
		noise[0] /= 30
	}
	return []gplib.Model{l.prior, l.prior.With(theta)}
}

// fit learns the parameters from the first rows by maximum a posteriori, and keeps the best of several starts.
func (l *learner) fit(ctx context.Context, x *cov.Matrix, y []float64, rows, steps int, starts []gplib.Model) (gplib.Model, error) {
	d, _, _ := standardised(x, y, rows)
	best, least := starts[0], math.Inf(1)
	var failure error
	for _, start := range starts {
		s := &gplib.Settings{OwnStart: true, KeepCopies: true, MaxIter: steps, Tol: 1e-4}
		r, err := gplib.LBFGS{Condition: gplib.Unconditioned}.Fit(ctx, start, d, s)
		if ctx.Err() != nil {
			return best, ctx.Err()
		}
		switch {
		case err != nil:
			failure = err
		case r.Value < least:
			best, least = r.Model, r.Value
		}
	}
	if math.IsInf(least, 1) && failure != nil {
		return best, fmt.Errorf("bo: learning the model: %w", failure)
	}
	return best, nil
}

// standardised returns the first rows with observations of mean 0 and variance 1, if they vary.
func standardised(x *cov.Matrix, y []float64, rows int) (d gplib.Data, centre, scale float64) {
	y = y[:rows]
	centre, scale = stat.PopMeanStdDev(y, nil)
	if !(scale > 1e-12*math.Abs(centre)) || scale == 0 {
		scale = 1
	}
	unit := make([]float64, rows)
	for i, v := range y {
		unit[i] = (v - centre) / scale
	}
	return gplib.Data{X: x.Subset(gplib.Spaced(rows, rows)), Y: unit}, centre, scale
}

// condition returns the posterior of a learned model given all rows.
func condition(learned gplib.Model, x *cov.Matrix, y []float64) (*surrogate, error) {
	d, centre, scale := standardised(x, y, len(y))
	post, err := gplib.Condition(learned, d)
	if err != nil {
		return nil, fmt.Errorf("bo: the model of %d evaluations: %w", len(y), err)
	}
	return &surrogate{post, centre, scale}, nil
}

// unit returns y in the unit of the model.
func (s *surrogate) unit(y float64) float64 { return (y - s.centre) / s.scale }

// lengths returns the learned lengthscales.
func (s *surrogate) lengths() []float64 {
	_, kernel, _ := s.post.Model().Layout().Split(s.post.Model().Theta())
	return kernel[1:]
}

// fantasise returns the posterior given that the observations at x are as predicted.
func (s *surrogate) fantasise(x *cov.Matrix) (*surrogate, error) {
	p, err := s.post.Predict(x)
	if err != nil {
		return nil, err
	}
	post, err := s.post.Condition(gplib.Data{X: x, Y: p.Mean})
	if err != nil {
		return nil, err
	}
	return &surrogate{post, s.centre, s.scale}, nil
}
