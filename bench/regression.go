package main

import (
	"context"
	"errors"
	"strconv"
	"sync"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// model returns an ARD squared exponential with lengthscales from 1 to last, and noise.
func model(dim int, last float64) gplib.Model {
	lengths := make([]float64, dim)
	for k := range lengths {
		lengths[k] = 1 + (last-1)*float64(k)/float64(max(1, dim-1))
	}
	return gplib.Model{Cov: cov.Scale(1, cov.SE(lengths...)), Noise: gplib.Gaussian(0.1)}
}

// lastLength is the longest lengthscale of the model of objectives and posteriors.
const lastLength = 1.7

func objective(of func(n int) gplib.Objective) func(args []string) (func() (answer, error), error) {
	return func(args []string) (func() (answer, error), error) {
		d, err := points(args[0])
		if err != nil {
			return nil, err
		}
		m := model(d.X.(*cov.Matrix).Dim(), lastLength)
		o, grad := of(len(d.Y)), make([]float64, len(m.Params()))
		return repeated(func() (float64, error) { return o.Eval(m, d, grad) }), nil
	}
}

// tenths returns ten folds of n observations, each of consecutive ones.
func tenths(n int) [][]int {
	folds := make([][]int, 10)
	for k := range folds {
		for i := k * n / 10; i < (k+1)*n/10; i++ {
			folds[k] = append(folds[k], i)
		}
	}
	return folds
}

// posterior conditions on the first argument's data, and returns the points of the
// second.
func posterior(args []string) (*gplib.Exact, cov.Inputs, error) {
	d, err := points(args[0])
	if err != nil {
		return nil, nil, err
	}
	at, err := points(args[1])
	if err != nil {
		return nil, nil, err
	}
	p, err := gplib.Condition(model(d.X.(*cov.Matrix).Dim(), lastLength), d)
	return p, at.X, err
}

// predict returns the time of the predictive means and standard deviations; the value
// is the sum of both.
func predict(args []string) (func() (answer, error), error) {
	p, at, err := posterior(args)
	if err != nil {
		return nil, err
	}
	return repeated(func() (float64, error) {
		q, err := p.Predict(at)
		return total(q.Mean) + total(q.StdY()), err
	}), nil
}

func total(values []float64) (sum float64) {
	for _, v := range values {
		sum += v
	}
	return sum
}

// sample returns the time of a hundred joint draws.
func sample(args []string) (func() (answer, error), error) {
	p, at, err := posterior(args)
	if err != nil {
		return nil, err
	}
	return repeated(func() (float64, error) {
		_, err := p.Sample(at, 100, nil)
		return 0, err
	}), nil
}

// fits returns the time of several concurrent fits by the default settings; the value
// is the log marginal likelihood.
func fits(args []string) (func() (answer, error), error) {
	d, err := points(args[0])
	if err != nil {
		return nil, err
	}
	count, err := strconv.Atoi(args[1])
	if err != nil {
		return nil, err
	}
	m := model(d.X.(*cov.Matrix).Dim(), 1)
	return repeated(func() (float64, error) {
		values, errs := make([]float64, count), make([]error, count)
		var all sync.WaitGroup
		for i := range count {
			all.Go(func() { values[i], errs[i] = fit(context.Background(), m, d) })
		}
		all.Wait()
		return values[0], errors.Join(errs...)
	}), nil
}

// fit learns, and returns the log marginal likelihood.
func fit(ctx context.Context, m gplib.Model, d gplib.Data) (float64, error) {
	r, err := gplib.Fit(ctx, m, d, nil)
	if err != nil {
		return 0, err
	}
	return -r.Value, nil
}
