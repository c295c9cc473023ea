package gplib

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"krigo/gplib/cov"
)

// FittedPart is the posterior of one of the independent processes whose sum is f, or the mean
// function, at some points; see [Result.Parts].
type FittedPart struct {
	// Name is "mean" for the mean function, and else that of the term: see [cov.Term].
	Name string
	// Cov is the covariance function of the process, nil for the mean function. Dims holds the
	// dimensions of the inputs on which it depends; nil is all.
	Cov  cov.Func
	Dims []int
	X    cov.Inputs
	// Mean and Var are the marginal means and variances at X.
	Mean, Var []float64
	// Share is the part's share of the variance of f's mean over X, Cov(part, f)/Var(f). Shares
	// add up to 1, and one is negative where a part mostly cancels another. All are 0 where the
	// mean of f is constant.
	Share float64
}

// Interval returns the bounds of the central interval that holds the part with probability p, as
// [Prediction.Interval] does. It panics unless p is in [0, 1].
func (q FittedPart) Interval(p float64) (lower, upper []float64) {
	return interval("Interval", q.Mean, q.Var, p)
}

// Std returns the standard deviation of the part at each point.
func (q FittedPart) Std() []float64 { return roots(q.Var) }

// String returns the name and the share.
func (q FittedPart) String() string {
	return fmt.Sprintf("%s: %.3g %% of the variance of the mean", q.Name, 100*q.Share)
}

// Parts returns the posteriors of the terms of f at x: the mean function if there is one, then
// one for each term of the covariance function (see [cov.Terms]), such as trend and season. Their
// means add up to that of f. Their variances do not add up to its variance, because data that fix a
// sum leave its terms negatively correlated. A nil x is the data of the posterior.
// Each is f_t given y = m + Σ_t f_t + e, by the rule for conditioning a joint normal distribution
// (Rasmussen and Williams 2006, equation A.6; section 5.4.3 has an example).
//
// Of a model with a likelihood they are parts of the latent f, not of the observations. Parts of a
// fit by mcmc.Learner are averages over its models.
//
// A sum needs a [Weighted] posterior, such as that of a fit by [LBFGS] or with inducing points. A
// posterior that approximates the covariance function as a whole returns an error.
func (r *Result) Parts(x cov.Inputs) ([]FittedPart, error) {
	parts, err := r.parts(x)
	if err != nil {
		return nil, fmt.Errorf("gplib: Parts: %w", err)
	}
	return parts, nil
}

func (r *Result) parts(x cov.Inputs) ([]FittedPart, error) {
	switch {
	case r == nil || r.Posterior == nil:
		return nil, errors.New("the result has no posterior")
	case r.Model.Cov == nil:
		return nil, errors.New("the result has no model")
	case x == nil:
		x = r.Posterior.Data().X
	}
	if x == nil || x.Len() == 0 {
		return nil, errors.New("there are no points: the posterior does not hold its rows; pass some as x")
	}
	terms := cov.Terms(r.Model.Cov, inputsOf(r.Model, x)...)
	all, err := partsOf(r.Model, terms).of(r.Posterior, []cov.Inputs{x})
	if err != nil {
		return nil, err
	}
	if len(all) != len(terms)+1 {
		return nil, fmt.Errorf("the posterior has %d terms, the result's model %v has %d", len(all)-1, r.Model.Cov, len(terms))
	}
	parts := []FittedPart{{Name: "mean", X: x, Mean: all[0].mean, Var: all[0].variance}}
	for i, t := range terms {
		parts = append(parts, FittedPart{Name: t.Name, Cov: t.Func, Dims: t.Dims, X: x, Mean: all[i+1].mean, Var: all[i+1].variance})
	}
	setShares(parts)
	if r.Model.Mean == nil && floats.Norm(parts[0].Mean, math.Inf(1)) == 0 {
		parts = parts[1:]
	}
	return parts, nil
}

// inputsOf returns the names of the inputs, or nil.
func inputsOf(m Model, x cov.Inputs) []string {
	if points, ok := x.(*cov.Matrix); ok && len(m.Inputs) == 0 {
		return points.Names()
	}
	return m.Inputs
}

// partsOf returns the parts of f as linear functions of it, that of the mean function first. m is
// the model of a posterior without weights.
func partsOf(m Model, terms []cov.Term) linear {
	return linear{
		weighted: func(w Weights, sets []cov.Inputs) []moments {
			x := sets[0]
			all := []moments{w.prior(x)}
			for _, t := range cov.Terms(w.Model.Cov) {
				all = append(all, w.of(t.Func, x))
			}
			return all
		},
		otherwise: func(p Posterior, sets []cov.Inputs) ([]moments, error) {
			if len(terms) > 1 {
				return nil, fmt.Errorf("the posterior of type %T has no parts: it approximates the sum %v as a whole; "+
					"condition the model on the data exactly, with gplib.Condition(fit.Model, data), or on inducing points, with inducing.Sparse", p, m.Cov)
			}
			return wholeOf(m, p, sets[0])
		},
	}
}

// wholeOf returns the moments of the mean function and of the rest of f.
func wholeOf(m Model, p Posterior, x cov.Inputs) ([]moments, error) {
	q, err := p.Predict(x)
	if err != nil {
		return nil, err
	}
	mean := m.MeanAt(x)
	rest := floats.SubTo(make([]float64, len(mean)), q.Mean, mean)
	return []moments{{mean, make([]float64, len(mean))}, {rest, q.Var}}, nil
}

// setShares sets the shares of parts that add up to the mean of f.
func setShares(parts []FittedPart) {
	f := make([]float64, len(parts[0].Mean))
	for _, part := range parts {
		floats.Add(f, part.Mean)
	}
	mean, variance := stat.PopMeanVariance(f, nil)
	if !(variance > 1e-24*mean*mean) { // beyond rounding
		return
	}
	floats.AddConst(-mean, f)
	for i, part := range parts {
		parts[i].Share = floats.Dot(f, part.Mean) / float64(len(f)) / variance
	}
}
