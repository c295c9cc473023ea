package cov

import (
	"context"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// body is the definition of one covariance function of this package; function makes a
// [Func] of it.
type body interface {
	// label is the short name, the prefix of ambiguous parameter names.
	label() string
	params() []Param
	with(theta []float64) body
	check(x Inputs) error
	diag(dst []float64, a Inputs)
	// rows returns an evaluator of k(a_i, b_j) for one goroutine.
	rows(a, b Inputs) evaluator
	String() string
	// Describe makes function a [Describer]; the kind's file registers how it is
	// read.
	Describe() (Spec, error)
}

// evaluator computes rows of a Gram matrix and their derivatives, one at a
// time. It owns scratch memory of O(chunk) and serves one goroutine.
type evaluator interface {
	// value writes k(a_i, b_j) into dst[j-lo] for j in [lo, hi), where
	// hi-lo <= chunk.
	value(dst []float64, i, lo, hi int)
	// grad adds Σ_j w[j-lo] ∂k(a_i, b_j)/∂θ_p to grad[p] for the i, lo and
	// hi of the last call of value.
	grad(grad, w []float64)
}

// deferred is an evaluator that adds to grad only when it is settled. Every pass
// settles it before it reads the sums or changes grad.
type deferred interface{ settle() }

// settle settles e and its parts.
func settle(e evaluator) {
	if d, ok := e.(deferred); ok {
		d.settle()
		return
	}
	if c, ok := e.(compound); ok {
		for _, part := range c.inner() {
			settle(part)
		}
	}
}

// function is a Func made of a body by the shared passes of passes.go.
type function struct{ body }

func (f function) Params() []Param { return f.params() }

func (f function) With(theta []float64) Func {
	if want := len(f.params()); len(theta) != want {
		panic(fmt.Sprintf("cov: With has %d values for the %d parameters of %s", len(theta), want, f))
	}
	return function{f.with(theta)}
}

func (f function) Check(x Inputs) error {
	if x == nil {
		return fmt.Errorf("cov: the inputs of %s are nil", f)
	}
	if err := checkParams(f.params()); err != nil {
		return err
	}
	return f.on(x).check(x)
}

func (f function) Diag(dst []float64, a Inputs) {
	checkLen("Diag: dst", len(dst), a.Len())
	f.on(a).diag(dst, a)
}

func (f function) Gram(dst *mat.Dense, a, b Inputs) {
	checkDims("Gram: dst", dst, a.Len(), b.Len())
	if same(a, b) {
		gramSymmetric(f.on(a), dst, a)
		return
	}
	gram(f.on(a, b), dst, a, b)
}

func (f function) AddGrad(grad []float64, w *mat.Dense, a, b Inputs) {
	checkDims("AddGrad: w", w, a.Len(), b.Len())
	checkLen("AddGrad: grad", len(grad), len(f.params()))
	if same(a, b) {
		_ = addGradSymmetric(context.Background(), f.on(a), grad, a, pairWeights(w))
		return
	}
	addGrad(f.on(a, b), grad, w, a, b)
}

func (f function) MulVec(dst []float64, dgrad [][]float64, a, b Inputs, v []float64) {
	checkLen("MulVec: dst", len(dst), a.Len())
	checkLen("MulVec: v", len(v), b.Len())
	if dgrad != nil {
		checkLen("MulVec: dgrad", len(dgrad), len(f.params()))
		for _, d := range dgrad {
			checkLen("MulVec: dgrad[p]", len(d), a.Len())
		}
	}
	mulVec(f.on(a, b), dst, dgrad, a, b, v)
}

func checkLen(what string, got, want int) {
	if got != want {
		panic(fmt.Sprintf("cov: %s has length %d, want %d", what, got, want))
	}
}

func checkDims(what string, m *mat.Dense, r, c int) {
	if gr, gc := m.Dims(); gr != r || gc != c {
		panic(fmt.Sprintf("cov: %s is %d × %d, want %d × %d", what, gr, gc, r, c))
	}
}

// call formats a constructor call, such as "SE(1, 2)".
func call(name string, args ...[]float64) string {
	var parts []string
	for _, a := range args {
		for _, v := range a {
			parts = append(parts, fmt.Sprintf("%.4g", v))
		}
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}
