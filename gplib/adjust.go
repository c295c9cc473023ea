package gplib

import (
	"fmt"
	"slices"

	"krigo/gplib/cov"
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
	mean, kernel, noise := ps[:l.Mean], ps[l.Mean:l.Mean+l.Cov], ps[l.Mean+l.Cov:]
	if _, some := selected(names, mean); some {
		m.Mean = meanWithParams(m.Mean, mean)
	}
	if own, some := selected(names, kernel); some {
		m.Cov = inCov(m.Cov, own...)
	}
	if _, some := selected(names, noise); some {
		m.Noise = noiseWithParams(m.Noise, noise)
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

// meanWithParams is m with other statements about its parameters. Means of
// this package hold their parameters themselves.
func meanWithParams(m Mean, ps []cov.Param) Mean {
	switch m := m.(type) {
	case constantMean:
		return constantMean{ps[0]}
	case polynomialMean:
		return polynomialMean{m.degree, ps}
	case adjustedMean:
		return adjustedMean{m.Mean, ps}
	}
	return adjustedMean{m, ps}
}

// noiseWithParams is meanWithParams for a noise.
func noiseWithParams(n Noise, ps []cov.Param) Noise {
	switch n := n.(type) {
	case gaussian:
		return gaussian{ps[0]}
	case pointNoise:
		return pointNoise{n.dim, ps[0]}
	case groupNoise:
		return groupNoise{n.dim, ps}
	case adjustedNoise:
		return adjustedNoise{n.Noise, ps}
	}
	return adjustedNoise{n, ps}
}

// adjustedMean is a mean from outside this package whose parameters say something else about how
// learners may move them.
type adjustedMean struct {
	Mean
	ps []cov.Param
}

func (a adjustedMean) Params() []cov.Param { return slices.Clone(a.ps) }
func (a adjustedMean) With(theta []float64) Mean {
	return adjustedMean{a.Mean.With(theta), withValues(a.ps, theta)}
}
func (a adjustedMean) String() string { return fmt.Sprint(a.Mean) }

// adjustedNoise is adjustedMean for a noise.
type adjustedNoise struct {
	Noise
	ps []cov.Param
}

func (a adjustedNoise) Params() []cov.Param { return slices.Clone(a.ps) }
func (a adjustedNoise) With(theta []float64) Noise {
	return adjustedNoise{a.Noise.With(theta), withValues(a.ps, theta)}
}
func (a adjustedNoise) String() string { return fmt.Sprint(a.Noise) }

func withValues(ps []cov.Param, theta []float64) []cov.Param {
	ps = slices.Clone(ps)
	for i := range ps {
		ps[i].Value = theta[i]
	}
	return ps
}
