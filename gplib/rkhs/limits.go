package rkhs

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
)

// limits are a model's bounds and priors of the parameters that move as u = [θ,
// τ].
type limits struct {
	params []cov.Param // the kernel's, then the noise
	logs   []bool      // whether u has the logarithm
	lo, hi []float64   // of u, equal where a parameter is fixed
	// fixed, bounded and priors are the positions of fixed parameters, of those
	// with a finite bound, and of free ones with a prior: a network has
	// thousands of parameters and few of these.
	fixed, bounded, priors []int
}

// newLimits checks that the parameters ps, the kernel's and the noise, start inside
// their bounds. Noise is kept where F is well conditioned, in
// [1e-10, 1e10] times unit.
func newLimits(k *Kernel, ps []cov.Param, unit float64) (*limits, error) {
	l := &limits{params: slices.Clone(ps)}
	last := len(l.params) - 1
	l.logs = make([]bool, last+1)
	l.logs[last] = true
	for _, i := range k.positive {
		l.logs[i] = true
	}
	for i, p := range l.params {
		if p.Fixed {
			p.Min, p.Max = p.Value, p.Value
		} else if i == last {
			p.Min, p.Max = math.Max(p.Min, 1e-10*unit), math.Min(p.Max, 1e10*unit)
		}
		if i == last && !(p.Value > 0) || math.IsInf(p.Value, 0) || !(p.Value >= p.Min && p.Value <= p.Max) {
			return nil, fmt.Errorf("rkhs: %s is %v; it must be within its bounds [%.4g, %.4g], and a noise variance positive", p.Name, p.Value, p.Min, p.Max)
		}
		l.params[i] = p
		l.lo, l.hi = append(l.lo, p.Min), append(l.hi, p.Max)
		if l.logs[i] {
			l.lo[i], l.hi[i] = math.Log(p.Min), math.Log(p.Max)
		}
		l.note(i)
	}
	return l, nil
}

// note records the kind of parameter i.
func (l *limits) note(i int) {
	p := l.params[i]
	if !math.IsInf(l.lo[i], -1) || !math.IsInf(l.hi[i], 1) {
		l.bounded = append(l.bounded, i)
	}
	if p.Fixed {
		l.fixed = append(l.fixed, i)
	} else if p.Prior != nil {
		l.priors = append(l.priors, i)
	}
}

// noise returns the bounds of the noise variance.
func (l *limits) noise() (lo, hi float64) {
	p := l.params[len(l.params)-1]
	return p.Min, p.Max
}

// startAt applies the limits to new weights: fixed ones stay as before, others
// move inside their bounds.
func (l *limits) startAt(theta, before []float64) {
	for i := range theta {
		if l.params[i].Fixed {
			theta[i] = before[i]
		}
		theta[i] = min(max(theta[i], l.lo[i]), l.hi[i])
	}
}

// noisePrior returns the log prior density of a noise variance, 0 without a
// prior.
func (l *limits) noisePrior(v float64) float64 {
	p := l.params[len(l.params)-1]
	if p.Prior == nil || p.Fixed {
		return 0
	}
	density, _ := p.Prior.LogDensity(v)
	return density
}

// clamp moves u inside the bounds.
func (l *limits) clamp(u []float64) {
	for _, i := range l.bounded {
		u[i] = min(max(u[i], l.lo[i]), l.hi[i])
	}
}

// hold sets the gradient by fixed parameters to 0.
func (l *limits) hold(g []float64) {
	for _, i := range l.fixed {
		g[i] = 0
	}
}

// natural moves natural values inside the bounds: e^log is rounded.
func (l *limits) natural(theta []float64) {
	for i, p := range l.params {
		theta[i] = min(max(theta[i], p.Min), p.Max)
	}
}

// at returns the natural value of parameter i at u, and its derivative.
func (l *limits) at(u []float64, i int) (value, slope float64) {
	if !l.logs[i] {
		return u[i], 1
	}
	v := math.Exp(u[i])
	return v, v
}

// logPrior returns the log prior density at u.
func (l *limits) logPrior(u []float64) float64 {
	sum := 0.0
	for _, i := range l.priors {
		v, _ := l.at(u, i)
		density, _ := l.params[i].Prior.LogDensity(v)
		sum += density
	}
	return sum
}

// addPriors adds the gradient of the negative log prior density, divided by the
// number of rows.
func (l *limits) addPriors(g, u []float64, n int) {
	for _, i := range l.priors {
		v, slope := l.at(u, i)
		_, d := l.params[i].Prior.LogDensity(v)
		g[i] -= d * slope / float64(n)
	}
}
