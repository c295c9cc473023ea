package cov

import (
	"fmt"
	"slices"
	"strings"

	"krigo/gplib/internal/jet"
	"krigo/gplib/param"
)

// Tie returns k with the parameters that the names select tied: they are one
// parameter, of the first one's value, name, transform, bounds and prior.
// Several names select as in [Fix]; one alone selects every parameter whose path
// has it as a whole part, even if one has exactly that name. A name that selects
// none, and names that together select fewer than two, make the result's Check fail.
func Tie(k Func, names ...string) Func {
	k = present(k, "Tie")
	if failure(k) != nil {
		return k
	}
	var chosen []int
	ps := k.Params()
	if len(names) == 0 {
		return function{broken{fmt.Errorf("cov: Tie was given no name; available: %s", strings.Join(param.Names(ps), ", "))}}
	}
	at := 0
	all := param.Names(ps)
	choose := func(name string) ([]int, error) {
		chosen := param.Chosen(name, all)
		if len(names) == 1 {
			chosen = param.Holding(name, all)
		}
		return chosen, nil
	}
	_, err := param.ApplyBy(ps, "Tie", names, choose, func(p *Param) error {
		at = slices.IndexFunc(ps, func(q Param) bool { return q.Name == p.Name })
		chosen = append(chosen, at)
		return nil
	})
	if err != nil {
		return function{broken{fmt.Errorf("cov: %w", err)}}
	}
	if len(chosen) < 2 {
		return function{broken{fmt.Errorf("cov: Tie: %q selects %s alone", names, ps[at].Name)}}
	}
	t := newTied(k, chosen)
	return function{t.with(param.Values(t.params()))}
}

func init() { register("Tie", needs{whole: 2, parts: 1}, restoreTie) }

// tied is a covariance function with some parameters tied to one.
type tied struct {
	inner Func
	// to[p] is the position in the tied parameters of the inner parameter p.
	// group holds the inner positions that are one, the one kept first.
	to    []int
	group []int
}

func newTied(k Func, group []int) tied {
	t := tied{inner: k, to: make([]int, len(k.Params())), group: group}
	next := 0
	for p := range t.to {
		if p != group[0] && slices.Contains(group, p) {
			t.to[p] = t.to[group[0]]
			continue
		}
		t.to[p] = next
		next++
	}
	return t
}

func (t tied) label() string { return labelOf(t.inner) }

func (t tied) params() []Param {
	inner := t.inner.Params()
	var others []string
	for _, p := range t.group[1:] {
		others = append(others, inner[p].Name)
	}
	var ps []Param
	for p, param := range inner {
		if t.to[p] < len(ps) {
			continue
		}
		if p == t.group[0] {
			for _, other := range t.group[1:] {
				param = tieRoles(param, inner[other])
			}
			if param.Tied != "" {
				others = append([]string{param.Tied}, others...)
			}
			param.Tied = strings.Join(others, ", ")
		}
		ps = append(ps, param)
	}
	return ps
}

func (t tied) with(theta []float64) body {
	full := make([]float64, len(t.to))
	for p, at := range t.to {
		full[p] = theta[at]
	}
	t.inner = t.inner.With(full)
	return t
}

func (t tied) check(x Inputs) error         { return t.inner.Check(x) }
func (t tied) diag(dst []float64, x Inputs) { t.inner.Diag(dst, x) }
func (t tied) String() string               { return fmt.Sprint(t.inner) }

func (t tied) Describe() (Spec, error) { return Spec{Kind: "Tie", Whole: t.group}.over(t.inner) }

func restoreTie(w written) Func {
	ps := w.parts[0].Params()
	for _, p := range w.Whole {
		if p < 0 || p >= len(ps) {
			return function{broken{fmt.Errorf("cov: Tie of parameter %d; there are %d", p, len(ps))}}
		}
	}
	return function{newTied(w.parts[0], slices.Clone(w.Whole))}
}

func (t tied) separate(s *separation, at, dims []int) error {
	return s.add(t.inner, picked(at, t.to), dims)
}

func (t tied) rows(a, b Inputs) evaluator {
	return &tiedRows{evaluator: rowsOf(t.inner, a, b), to: t.to, part: make([]float64, len(t.to))}
}

type tiedRows struct {
	evaluator
	to   []int
	part []float64
	last []float64 // what grad was given last
}

// grad: the derivative by a shared value is the sum of those by its uses.
func (e *tiedRows) grad(grad, w []float64) {
	clear(e.part)
	e.evaluator.grad(e.part, w)
	e.share(grad)
}

func (e *tiedRows) share(grad []float64) {
	e.last = grad
	for p, at := range e.to {
		grad[at] += e.part[p]
	}
}

func (e *tiedRows) settle() {
	if e.last != nil {
		clear(e.part)
		settle(e.evaluator)
		e.share(e.last)
		e.last = nil
	}
}

func (e *tiedRows) inputGrad(da []float64, db [][]float64, w []float64) {
	inputGradOf(e.evaluator, da, db, w)
}

func (e *tiedRows) inner() []evaluator { return []evaluator{e.evaluator} }

func (t tied) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	full := make([]jet.Jet, len(t.to))
	for p, at := range t.to {
		full[p] = theta[at]
	}
	return jetOf(t.inner, r, full, x, y)
}
