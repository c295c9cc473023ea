package lik

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"krigo/gplib/param"
)

// density is the mathematics of a likelihood of this package at values of its parameters: the
// methods of [Func] that are not about parameters.
type density interface {
	fmt.Stringer
	CheckTarget(y float64) error
	Log(y, f float64) Derivatives
	AddParams(dst []Derivatives, y, f float64)
	Peak(y float64) float64
	Latent(y []float64) []float64
	Moments(f float64) (mean, variance float64)
	CDF(y, f float64) float64
	Support() Support
	Sample(f float64, rng *rand.Rand) float64
}

// anyNumber of parameters is that of a kind whose likelihoods differ in it.
const anyNumber = -1

// kernel makes the density of a kind at values of its parameters, and of a whole number such as
// that of trials. check may be nil.
type kernel struct {
	params int
	at     func(theta []float64, whole int) density
	check  func(theta []float64, whole int) error
}

// kernels are the kinds of this package. Each file adds its own.
var kernels = map[string]kernel{}

// registered adds a kind and its reader.
func registered(kind string, k kernel) {
	kernels[kind] = k
	RegisterKind(kind, func(s Spec) (Func, error) {
		if k.params != anyNumber && len(s.Params) != k.params {
			return nil, fmt.Errorf("the likelihood %q has %d parameters; %d are described", kind, k.params, len(s.Params))
		}
		ps, err := param.Restore(s.Params)
		if err != nil {
			return nil, err
		}
		return newFamily(kind, s.Whole, ps...), nil
	})
}

// family is a likelihood of this package.
type family struct {
	density
	kind  string
	whole int
	ps    []param.Param
}

func newFamily(kind string, whole int, ps ...param.Param) Func {
	return family{kernels[kind].at(param.Values(ps), whole), kind, whole, append([]param.Param(nil), ps...)}
}

func (l family) Params() []param.Param { return slices.Clone(l.ps) }

func (l family) With(theta []float64) Func {
	return newFamily(l.kind, l.whole, param.WithValues(l.ps, theta)...)
}

func (l family) WithParams(ps []param.Param) Func { return newFamily(l.kind, l.whole, ps...) }

func (l family) Check() error {
	for _, p := range l.ps {
		if err := p.Check(); err != nil {
			return fmt.Errorf("lik: %w", err)
		}
		if p.Bounded() && !p.Fixed && (p.Value < p.Min || p.Value > p.Max) {
			return fmt.Errorf("lik: %s is %v, outside [%v, %v]", p.Name, p.Value, p.Min, p.Max)
		}
	}
	if check := kernels[l.kind].check; check != nil {
		return check(param.Values(l.ps), l.whole)
	}
	return nil
}

func (l family) Describe() (Spec, error) {
	ps, err := param.Describe(l.ps)
	return Spec{Kind: l.kind, Whole: l.whole, Params: ps}, err
}

// marginal returns the closed forms of the density, if it has some.
func (l family) marginal() any { return l.density }
