package gplib

import (
	"fmt"
	"reflect"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// Fix returns a copy of the model whose named parameters learners do not
// move. Names select among the parameters of mean, covariance function and
// noise, by the rule of [cov.Fix]; no name selects all.
func (m Model) Fix(names ...string) (Model, error) {
	return m.adjust("Fix", names, param.Fix())
}

// Bound returns a copy of the model whose named parameters learners keep in
// [lo, hi], in natural values.
func (m Model) Bound(name string, lo, hi float64) (Model, error) {
	return m.adjust("Bound", []string{name}, param.Bound(lo, hi))
}

// WithPrior returns a copy of the model with a prior on the named
// parameters.
func (m Model) WithPrior(name string, p cov.Prior) (Model, error) {
	return m.adjust("WithPrior", []string{name}, param.WithPrior(p))
}

// WithTransform returns a copy of the model whose named parameters are
// learned on the scale of t.
func (m Model) WithTransform(name string, t cov.Transform) (Model, error) {
	return m.adjust("WithTransform", []string{name}, param.WithTransform(t))
}

// HoldingMean is the model with the parameters of its mean function fixed.
func (m Model) HoldingMean() Model {
	if m.Mean == nil {
		return m
	}
	ps := m.Mean.Params()
	for i := range ps {
		ps[i].Fixed = true
	}
	m.Mean = meanWithParams(m.Mean, ps)
	return m
}

func (m Model) adjust(what string, names []string, change param.Change) (Model, error) {
	ps, err := param.Apply(m.Params(), what, names, change)
	if err != nil {
		return Model{}, fmt.Errorf("gplib: %w", err)
	}
	return m.withParams(ps), nil
}

// withParams is m with other statements about its parameters. A part of which no
// parameter changes stays what it is.
func (m Model) withParams(ps []cov.Param) Model {
	old, l := m.Params(), m.Layout()
	changed := func(from, to int) bool { return !reflect.DeepEqual(old[from:to], ps[from:to]) }
	if changed(0, l.Mean) {
		m.Mean = meanWithParams(m.Mean, ps[:l.Mean])
	}
	if changed(l.Mean, l.Mean+l.Cov) {
		m.Cov = covWithParams(m.Cov, ps[l.Mean:l.Mean+l.Cov])
	}
	if changed(l.Mean+l.Cov, l.Len()) {
		m.Noise = noiseWithParams(m.Noise, ps[l.Mean+l.Cov:])
	}
	return m
}

// covWithParams is k with other statements about its parameters. One from outside
// package cov that has no method for it is made part of a sum, which has.
func covWithParams(k cov.Func, ps []cov.Param) cov.Func {
	type adjustable interface{ WithParams([]cov.Param) cov.Func }
	own, ok := k.(adjustable)
	if !ok {
		own = cov.Sum(k).(adjustable)
	}
	return own.WithParams(ps)
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
