package cov

import (
	"fmt"
	"slices"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// Fix returns k with the named parameters fixed at their values: learners do
// not move them. A name selects the parameter of exactly that name, else every
// parameter whose path has it as a whole part: "lengthscale" selects "lengthscale", "lengthscale[2]" and
// "se.lengthscale", and "se" selects all that "se." begins. No name selects
// all parameters. A name that selects none makes the result's Check fail.
func Fix(k Func, names ...string) Func {
	return adjust(present(k, "Fix"), "Fix", names, param.Fix())
}

// Bound returns k with the named parameters bounded: lo <= value <= hi, in
// natural values. Names select as in [Fix]. A name that selects none,
// empty bounds and bounds that exclude the present value make the result's Check
// fail.
func Bound(k Func, name string, lo, hi float64) Func {
	return adjust(present(k, "Bound"), "Bound", []string{name}, param.Bound(lo, hi))
}

// adjust applies change to the parameters that names select.
func adjust(k Func, what string, names []string, change param.Change) Func {
	if failure(k) != nil {
		return k
	}
	ps, err := param.Apply(k.Params(), what, names, change)
	if err != nil {
		return function{broken{fmt.Errorf("cov: %w", err)}}
	}
	return WithParams(k, ps)
}

// WithParams returns f with other learning options of its parameters: ps are f's own
// with changed Transform, Min, Max, Fixed or Prior.
func (f function) WithParams(ps []Param) Func {
	if len(ps) != len(f.params()) {
		return function{broken{fmt.Errorf("cov: %d parameters are described, %v has %d", len(ps), f, len(f.params()))}}
	}
	ps = slices.Clone(ps)
	for i, own := range f.params() {
		ps[i].Role, ps[i].Dims = own.Role, own.Dims
	}
	return function{adjusted{f, ps}}
}

// WithParams returns any function with other learning options of its parameters: ps are k's own with
// changed Transform, Min, Max, Fixed or Prior. One from outside this package with a method WithParams
// keeps them itself, and so its type.
func WithParams(k Func, ps []Param) Func {
	if own, ok := present(k, "Fix").(interface{ WithParams([]Param) Func }); ok {
		return own.WithParams(ps)
	}
	return function{adjusted{k, slices.Clone(ps)}}
}

func init() {
	register("adjusted", needs{parts: 1}, func(w written) Func { return WithParams(w.parts[0], w.params) })
}

// adjusted is a covariance function whose parameters have other learning options.
type adjusted struct {
	inner Func
	ps    []Param
}

func (a adjusted) label() string   { return labelOf(a.inner) }
func (a adjusted) params() []Param { return slices.Clone(a.ps) }

func (a adjusted) with(theta []float64) body {
	return adjusted{a.inner.With(theta), param.WithValues(a.ps, theta)}
}

func (a adjusted) Describe() (Spec, error) {
	ps, err := param.Describe(a.ps)
	if err != nil {
		return Spec{}, err
	}
	return Spec{Kind: "adjusted", Params: ps}.over(a.inner)
}

func (a adjusted) check(x Inputs) error         { return a.inner.Check(x) }
func (a adjusted) diag(dst []float64, x Inputs) { a.inner.Diag(dst, x) }
func (a adjusted) rows(x, y Inputs) evaluator   { return rowsOf(a.inner, x, y) }
func (a adjusted) String() string               { return fmt.Sprint(a.inner) }

func (a adjusted) separate(s *separation, at, dims []int) error { return s.add(a.inner, at, dims) }

// WithPrior returns k with a prior on the named parameters. Names select as in [Fix]. A
// name that selects none, and a prior that is not a density or is 0 at the present
// value, make the result's Check fail.
func WithPrior(k Func, name string, p Prior) Func {
	return adjust(present(k, "WithPrior"), "WithPrior", []string{name}, param.WithPrior(p))
}

// WithTransform returns k with the named parameters learned on the scale of
// t. Names select as in [Fix].
func WithTransform(k Func, name string, t Transform) Func {
	return adjust(present(k, "WithTransform"), "WithTransform", []string{name}, param.WithTransform(t))
}

func (a adjusted) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	return jetOf(a.inner, r, theta, x, y)
}
