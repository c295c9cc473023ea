package cov

import (
	"strings"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/internal/jet"
	"krigo/gplib/linalg"
)

// Product returns the covariance function Π_m k_m(x, x'). Products within
// products are made flat.
func Product(parts ...Func) Func {
	var flat []Func
	for _, p := range parts {
		if f, ok := p.(function); ok {
			if s, ok := f.body.(product); ok {
				flat = append(flat, s.parts...)
				continue
			}
		}
		flat = append(flat, present(p, "Product"))
	}
	return function{product{several{"Product", flat}}}
}

func init() {
	register("Product", needs{parts: anyParts}, func(w written) Func { return Product(w.parts...) })
}

type product struct{ several }

func (s product) label() string { return "product" }

func (s product) with(theta []float64) body { return product{s.split(theta)} }

func (s product) diag(dst []float64, a Inputs) {
	fill(dst, 1)
	part := make([]float64, len(dst))
	for _, k := range s.parts {
		k.Diag(part, a)
		floats.Mul(dst, part)
	}
}

func (s product) String() string {
	factors := make([]string, len(s.parts))
	for i, k := range s.parts {
		factors[i] = inBrackets(k)
	}
	return strings.Join(factors, "·")
}

func (s product) Describe() (Spec, error) { return Spec{Kind: "Product"}.over(s.parts...) }

func (s product) separate(all *separation, at, dims []int) error {
	for _, k := range s.parts {
		n := len(k.Params())
		if err := all.add(k, at[:n], dims); err != nil {
			return err
		}
		at = at[n:]
	}
	return nil
}

func (s product) rows(a, b Inputs) evaluator {
	e := &productRows{parts: s.partRows(a, b), w: make([]float64, chunk)}
	for range e.parts {
		e.k = append(e.k, make([]float64, chunk))
	}
	return e
}

type productRows struct {
	parts []partRows
	k     [][]float64 // the factors' rows
	w     []float64
	m     int
}

func (e *productRows) value(dst []float64, i, lo, hi int) {
	e.m = hi - lo
	fill(dst, 1)
	for q, p := range e.parts {
		p.value(e.k[q][:e.m], i, lo, hi)
		linalg.MulTo(dst, dst, e.k[q][:e.m])
	}
}

// grad gives each factor the weight w times all other factors.
func (e *productRows) grad(grad, w []float64) {
	for q, p := range e.parts {
		p.grad(grad[p.from:p.to], e.weights(q, w))
	}
}

func (e *productRows) inputGrad(da []float64, db [][]float64, w []float64) {
	for q, p := range e.parts {
		inputGradOf(p.evaluator, da, db, e.weights(q, w))
	}
}

// weights returns w times all factors but q.
func (e *productRows) weights(q int, w []float64) []float64 {
	weights := e.w[:e.m]
	copy(weights, w)
	for other := range e.parts {
		if other != q {
			linalg.MulTo(weights, weights, e.k[other][:e.m])
		}
	}
	return weights
}

func (e *productRows) inner() []evaluator { return evaluatorsOf(e.parts) }

func (s product) jet(r *jet.Ring, theta, x, y []jet.Jet) jet.Jet {
	product := r.Constant(1)
	for _, v := range s.jetsOf(r, theta, x, y) {
		product = product.Mul(v)
	}
	return product
}
