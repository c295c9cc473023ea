package cov

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
)

// Sum returns the covariance function Σ_m k_m(x, x'), that of a sum of
// independent processes. Sums within sums are made flat.
func Sum(parts ...Func) Func {
	var flat []Func
	for _, p := range parts {
		if f, ok := p.(function); ok {
			if s, ok := f.body.(sum); ok {
				flat = append(flat, s.parts...)
				continue
			}
		}
		flat = append(flat, present(p, "Sum"))
	}
	return function{sum{several{"Sum", flat}}}
}

func init() { register("Sum", needs{parts: anyParts}, func(w written) Func { return Sum(w.parts...) }) }

type sum struct{ several }

func (s sum) label() string { return "sum" }

func (s sum) with(theta []float64) body { return sum{s.split(theta)} }

func (s sum) diag(dst []float64, a Inputs) {
	clear(dst)
	part := make([]float64, len(dst))
	for _, k := range s.parts {
		k.Diag(part, a)
		floats.Add(dst, part)
	}
}

func (s sum) addGradDiag(grad, w []float64, a Inputs) {
	for _, part := range s.parts {
		count := len(part.Params())
		AddGradDiag(part, grad[:count], w, a)
		grad = grad[count:]
	}
}

func (s sum) String() string {
	terms := make([]string, len(s.parts))
	for i, k := range s.parts {
		terms[i] = fmt.Sprint(k)
	}
	return strings.Join(terms, " + ")
}

func (s sum) Describe() (Spec, error) { return Spec{Kind: "Sum"}.over(s.parts...) }

func (s sum) rows(a, b Inputs) evaluator {
	return &sumRows{parts: s.partRows(a, b), k: make([]float64, chunk)}
}

type sumRows struct {
	parts []partRows
	k     []float64
}

func (e *sumRows) value(dst []float64, i, lo, hi int) {
	clear(dst)
	for _, p := range e.parts {
		p.value(e.k[:hi-lo], i, lo, hi)
		linalg.AddScaledTo(dst, dst, 1, e.k[:hi-lo])
	}
}

func (e *sumRows) grad(grad, w []float64) {
	for _, p := range e.parts {
		p.grad(grad[p.from:p.to], w)
	}
}

func (e *sumRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for _, p := range e.parts {
		inputGradOf(p.evaluator, da, db, w)
	}
}

func (e *sumRows) inner() []evaluator { return evaluatorsOf(e.parts) }

func (s sum) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	sum := r.Constant(0)
	for _, v := range s.jetsOf(r, theta, x, y) {
		sum = sum.Add(v)
	}
	return sum
}
