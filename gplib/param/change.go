package param

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Apply returns ps after change of the parameters that names select, by the rule of
// [Chosen]; without names, of all. what names the caller in errors.
func Apply(ps []Param, what string, names []string, change Change) ([]Param, error) {
	all := Names(ps)
	return ApplyBy(ps, what, names, func(name string) ([]int, error) { return Chosen(name, all), nil }, change)
}

// ApplyBy does [Apply] by another rule: choose returns the positions in ps that a name selects.
func ApplyBy(ps []Param, what string, names []string, choose func(name string) ([]int, error), change Change) ([]Param, error) {
	ps = slices.Clone(ps)
	chosen := make([]bool, len(ps))
	for _, name := range names {
		found, err := choose(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no parameter %q; available: %s", what, name, strings.Join(Names(ps), ", "))
		}
		for _, i := range found {
			chosen[i] = true
		}
	}
	for i := range ps {
		if len(names) > 0 && !chosen[i] {
			continue
		}
		if err := change(&ps[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", what, err)
		}
	}
	return ps, nil
}

// Chosen returns the positions in names of the parameters that a name selects: the one of
// exactly that name, else all that it [Selects].
func Chosen(name string, names []string) []int {
	return ChosenBy(name, names, func(i int) bool { return Selects(name, names[i]) })
}

// ChosenBy does [Chosen] by another rule for the parameters that no exact name selects: selects
// reports whether the name selects names[i].
func ChosenBy(name string, names []string, selects func(i int) bool) []int {
	if i := slices.Index(names, name); i >= 0 {
		return []int{i}
	}
	return positions(names, selects)
}

// Holding returns the positions in names of all parameters that a name [Selects].
func Holding(name string, names []string) []int {
	return positions(names, func(i int) bool { return Selects(name, names[i]) })
}

func positions(names []string, selects func(i int) bool) []int {
	var chosen []int
	for i := range names {
		if selects(i) {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

// Selects reports whether the path of a parameter holds a name that a user wrote as a whole
// part: "lengthscale" selects
// "lengthscale", "lengthscale[2]" and "se.lengthscale", and "se" selects all that
// "se." begins.
func Selects(name, of string) bool {
	for from := 0; name != ""; {
		at := strings.Index(of[from:], name)
		if at < 0 {
			return false
		}
		start, end := from+at, from+at+len(name)
		if (start == 0 || of[start-1] == '.') && (end == len(of) || of[end] == '.' || of[end] == '[') {
			return true
		}
		from = start + 1
	}
	return false
}

// Names returns the names of ps.
func Names(ps []Param) []string {
	names := make([]string, len(ps))
	for i, p := range ps {
		names[i] = p.Name
	}
	return names
}

// Change changes a parameter's learning options in place.
type Change func(*Param) error

// Fix fixes a parameter at its value.
func Fix() Change {
	return func(p *Param) error {
		p.Fixed = true
		return nil
	}
}

// Bound bounds a parameter's natural value.
func Bound(lo, hi float64) Change {
	return func(p *Param) error {
		if !(lo < hi) || (p.Transform != Identity && lo < 0) {
			return fmt.Errorf("%v and %v cannot bound %s", lo, hi, p.Name)
		}
		if p.Value < lo || p.Value > hi {
			return fmt.Errorf("%s is %v, outside [%v, %v]", p.Name, p.Value, lo, hi)
		}
		p.Min, p.Max = lo, hi
		return nil
	}
}

// WithPrior gives a parameter a prior; the bounds are narrowed to the
// support of a uniform one.
func WithPrior(prior Prior) Change {
	return func(p *Param) error {
		if prior == nil {
			return fmt.Errorf("the prior of %s is nil", p.Name)
		}
		if err := prior.Check(); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		if v, _ := prior.LogDensity(p.Value); math.IsInf(v, -1) || math.IsNaN(v) {
			return fmt.Errorf("%s is %v, at which the prior %v is 0", p.Name, p.Value, prior)
		}
		p.Prior = prior
		if lo, hi, ok := support(prior); ok {
			p.Min, p.Max = math.Max(p.Min, lo), math.Min(p.Max, hi)
		}
		return nil
	}
}

func support(p Prior) (lo, hi float64, bounded bool) {
	u, ok := p.(prior)
	return u.a, u.b, ok && u.kind == uniformPrior
}

// WithTransform chooses the scale on which a parameter is learned.
func WithTransform(t Transform) Change {
	return func(p *Param) error {
		switch {
		case t != Log && t != Identity && t != Softplus:
			return fmt.Errorf("%v is no transform", t)
		case t != Identity && p.Value <= 0:
			return fmt.Errorf("%s is %v; %v needs it positive", p.Name, p.Value, t)
		}
		p.Transform = t
		if t != Identity {
			p.Min = math.Max(p.Min, 0)
		}
		return nil
	}
}
