package gplib

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/mean"
	"krigo/gplib/noise"
	"krigo/gplib/param"
)

// Fix returns a copy of the model whose named parameters learners do not
// move. Names select among the parameters of mean, covariance function and
// noise, by the rule of [cov.Fix]; no name selects all.
func (m Model) Fix(names ...string) (Model, error) {
	return m.adjust("Fix", names, param.Fix(), cov.Fix)
}

// Bound returns a copy of the model whose named parameters learners keep in
// [lo, hi], in natural values.
func (m Model) Bound(name string, lo, hi float64) (Model, error) {
	return m.adjust("Bound", []string{name}, param.Bound(lo, hi), func(k cov.Func, _ ...string) cov.Func {
		return cov.Bound(k, name, lo, hi)
	})
}

// WithPrior returns a copy of the model with a prior on the named
// parameters.
func (m Model) WithPrior(name string, p cov.Prior) (Model, error) {
	return m.adjust("WithPrior", []string{name}, param.WithPrior(p), func(k cov.Func, _ ...string) cov.Func {
		return cov.WithPrior(k, name, p)
	})
}

// WithTransform returns a copy of the model whose named parameters are
// learned on the scale of t.
func (m Model) WithTransform(name string, t cov.Transform) (Model, error) {
	return m.adjust("WithTransform", []string{name}, param.WithTransform(t), func(k cov.Func, _ ...string) cov.Func {
		return cov.WithTransform(k, name, t)
	})
}

// adjust changes the selected parameters of each part; inCov does so for a
// covariance function. A part of which none is selected stays what it is.
func (m Model) adjust(what string, names []string, change param.Change, inCov func(cov.Func, ...string) cov.Func) (Model, error) {
	ps, err := param.Apply(m.Params(), what, names, change)
	if err != nil {
		return Model{}, fmt.Errorf("gplib: %w", err)
	}
	l := m.Layout()
	ofMean, ofCov, ofNoise := ps[:l.Mean], ps[l.Mean:l.Mean+l.Cov], ps[l.Mean+l.Cov:]
	if _, some := selected(names, ofMean); some {
		m.Mean = mean.WithParams(m.Mean, ofMean)
	}
	if own, some := selected(names, ofCov); some {
		m.Cov = inCov(m.Cov, own...)
	}
	if _, some := selected(names, ofNoise); some {
		m.Noise = noise.WithParams(m.Noise, ofNoise)
	}
	return m, nil
}

// selected are the names that select some of ps; no names select all.
func selected(names []string, ps []cov.Param) (own []string, some bool) {
	for _, name := range names {
		if slices.ContainsFunc(ps, func(p cov.Param) bool { return param.Selects(name, p.Name) }) {
			own = append(own, name)
		}
	}
	return own, len(own) > 0 || len(names) == 0 && len(ps) > 0
}

// UncertainMean returns a copy of the model whose mean's coefficients, of a
// [LinearMean], [PolynomialMean] or [ConstantMean], are not learned but
// integrated over: they are independent and normal about their values b with
// the standard deviation std > 0, so that posteriors, likelihoods and
// samples carry their uncertainty (Rasmussen and Williams 2006, section 2.7,
// equation 2.40 with B = std²I). Large std says that little is known.
func UncertainMean(m Model, std float64) (Model, error) {
	degree, ok := mean.Degree(m.Mean)
	if !ok {
		return Model{}, fmt.Errorf("gplib: UncertainMean: the model's mean is %T, no polynomial", m.Mean)
	}
	if !(std > 0) || math.IsInf(std, 1) {
		return Model{}, fmt.Errorf("gplib: UncertainMean: std is %v; it must be positive", std)
	}
	basis := cov.Fix(cov.PolynomialBasis(degree, std*std))
	uncertain := Model{Mean: m.Mean, Cov: cov.Sum(m.Cov, basis), Noise: m.Noise}
	ps := m.Mean.Params()
	for i := range ps {
		ps[i].Fixed = true
	}
	uncertain.Mean = mean.WithParams(m.Mean, ps)
	return uncertain, nil
}
