package cov

import (
	"fmt"
	"slices"
	"strings"
)

// Fix returns k with the named parameters fixed at their values: learners do
// not move them. A name selects every parameter whose path holds it:
// "lengthscale" selects "lengthscale", "lengthscale[2]" and
// "se.lengthscale", and "se" selects all that "se." begins. No name selects
// all parameters. A name that selects none makes the result's Check fail.
func Fix(k Func, names ...string) Func {
	return adjust(present(k, "Fix"), "Fix", names, AdjustFix())
}

// Bound returns k with the named parameters bounded: lo <= value <= hi, in
// natural values. Names select as in [Fix]. A name that selects none,
// empty bounds and bounds that exclude the present value make the result's Check
// fail.
func Bound(k Func, name string, lo, hi float64) Func {
	return adjust(present(k, "Bound"), "Bound", []string{name}, AdjustBound(lo, hi))
}

// adjust applies change to the parameters that names select.
func adjust(k Func, what string, names []string, change Adjust) Func {
	if f, ok := k.(function); ok {
		if _, failed := f.body.(broken); failed {
			return k
		}
	}
	ps, err := AdjustParams(k.Params(), what, names, change)
	if err != nil {
		return function{broken{err}}
	}
	return WithParams(k, ps)
}

// AdjustParams returns ps after change of those that names select, by the
// rule of [Fix]; no name selects all. what names the caller in errors. It is
// what means and noises share with covariance functions.
func AdjustParams(ps []Param, what string, names []string, change Adjust) ([]Param, error) {
	ps = slices.Clone(ps)
	for _, name := range names {
		if !slices.ContainsFunc(ps, func(p Param) bool { return Selects(name, p.Name) }) {
			return nil, fmt.Errorf("cov: %s: no parameter %q; there are %s", what, name, nameList(ps))
		}
	}
	for i := range ps {
		if len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return Selects(n, ps[i].Name) }) {
			continue
		}
		if err := change(&ps[i]); err != nil {
			return nil, err
		}
	}
	return ps, nil
}

// WithParams returns k with other statements about how learners may move its
// parameters: ps are k's own with changed Transform, Min, Max, Fixed or
// Prior. It is what all adjustments go through. A function from outside this
// package may keep them itself, and so its type, by a method WithParams.
func WithParams(k Func, ps []Param) Func {
	if k = present(k, "WithParams"); len(ps) != len(k.Params()) {
		return function{broken{fmt.Errorf("cov: WithParams has %d parameters, %v has %d", len(ps), k, len(k.Params()))}}
	}
	if own, ok := k.(interface{ WithParams([]Param) Func }); ok {
		return own.WithParams(ps)
	}
	return function{adjusted{k, slices.Clone(ps)}}
}

// Selects tells whether a name that a user wrote selects a parameter, by the
// rule of [Fix].
func Selects(name, param string) bool {
	for from := 0; name != ""; {
		at := strings.Index(param[from:], name)
		if at < 0 {
			return false
		}
		start, end := from+at, from+at+len(name)
		if (start == 0 || param[start-1] == '.') && (end == len(param) || param[end] == '.' || param[end] == '[') {
			return true
		}
		from = start + 1
	}
	return false
}

func nameList(ps []Param) string {
	names := make([]string, len(ps))
	for i, p := range ps {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// adjusted is a covariance function whose parameters say something else
// about how learners may move them.
type adjusted struct {
	inner Func
	ps    []Param
}

func (a adjusted) label() string   { return labelOf(a.inner) }
func (a adjusted) params() []Param { return slices.Clone(a.ps) }

func (a adjusted) with(theta []float64) body {
	ps := slices.Clone(a.ps)
	for i := range ps {
		ps[i].Value = theta[i]
	}
	return adjusted{a.inner.With(theta), ps}
}

func (a adjusted) check(x Inputs) error         { return a.inner.Check(x) }
func (a adjusted) diag(dst []float64, x Inputs) { a.inner.Diag(dst, x) }
func (a adjusted) rows(x, y Inputs) evaluator   { return rowsOf(a.inner, x, y) }
func (a adjusted) String() string               { return fmt.Sprint(a.inner) }
