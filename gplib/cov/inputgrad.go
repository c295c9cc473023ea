package cov

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib/parallel"
)

// inputEvaluator is an evaluator that can be differentiated by the
// coordinates of its points.
type inputEvaluator interface {
	evaluator
	// inputGrad adds Σ_j w[j-lo] ∂k(a_i, b_j)/∂a_ik to da[k] and
	// w[j-lo] ∂k(a_i, b_j)/∂b_jk to db[k][j-lo], for the i, lo and hi of the
	// last call of value. At a kink it takes the mean of the derivatives on either side.
	inputGrad(da []float64, db [][]float64, w []float64)
}

// compound is an evaluator with parts, differentiable if all are.
type compound interface{ inner() []evaluator }

// differentiable reports whether inputGradOf works.
func differentiable(e evaluator) bool {
	if c, ok := e.(compound); ok {
		for _, part := range c.inner() {
			if !differentiable(part) {
				return false
			}
		}
	}
	_, ok := e.(inputEvaluator)
	return ok
}

func inputGradOf(e evaluator, da []float64, db [][]float64, w []float64) {
	e.(inputEvaluator).inputGrad(da, db, w)
}

// InputDifferentiable is a covariance function from outside this package that
// has derivatives by coordinates.
type InputDifferentiable interface {
	Func
	// AddInputGrad is the function of that name of this package.
	AddInputGrad(dst, w *mat.Dense, a, b Inputs)
}

// InputGrad writes the derivatives by the coordinates of a of the function Σ_j v_j k(x,
// b_j) into dst, a.Len() × a.Dim(). It fails if k's inputs have no coordinates or k is
// not differentiable by them, such as [Hamming]. At a kink the derivative is the mean of
// those on either side, 0 for [Matern12].
func InputGrad(dst *mat.Dense, k Func, a, b Inputs, v []float64) error {
	dst.Zero()
	return addInputGrad("InputGrad", dst, k, func(int) []float64 { return v }, a, b)
}

// AddInputGrad adds Σ_j w_ij ∂k(a_i, b_j)/∂a_ik to dst, a.Len() × a.Dim(). w
// is a.Len() × b.Len(). It fails where [InputGrad] does.
func AddInputGrad(dst *mat.Dense, k Func, w *mat.Dense, a, b Inputs) error {
	return addInputGrad("AddInputGrad", dst, k, w.RawRowView, a, b)
}

// addInputGrad does AddInputGrad with weights(i) for row i of w.
func addInputGrad(name string, dst *mat.Dense, k Func, weights func(i int) []float64, a, b Inputs) error {
	if err := checkDifferentiable(k, a); err != nil {
		return err
	}
	if err := k.Check(b); err != nil {
		return err
	}
	n, m, d := a.Len(), b.Len(), a.(*Matrix).d
	checkDims(name+": dst", dst, n, d)
	if n > 0 {
		checkLen(name+": weights", len(weights(n-1)), m)
	}
	if l, ok := b.(*FunctionalInputs); ok {
		return addFunctionalGrad(dst, k, weights, a.(*Matrix), l)
	}
	if f, ok := k.(InputDifferentiable); ok {
		w := mat.NewDense(n, m, nil)
		for i := range n {
			w.SetRow(i, weights(i))
		}
		f.AddInputGrad(dst, w, a, b)
		return nil
	}
	parallel.Rows(n, n*m, func() func(_, lo, hi int) {
		rows, buf, db := rowsOf(k, a, b), make([]float64, chunk), columnsOf(d)
		return func(_, first, last int) {
			for i := first; i < last; i++ {
				row, w := dst.RawRowView(i), weights(i)
				forChunks(m, func(lo, hi int) {
					rows.value(buf[:hi-lo], i, lo, hi)
					inputGradOf(rows, row, db, w[lo:hi])
				})
			}
		}
	})
	return nil
}

// AddInputGradDiag adds w_i dk(a_i, a_i)/da_ik to dst, a.Len() × a.Dim(), the
// derivatives of variances. It fails where [InputGrad] does.
func AddInputGradDiag(dst *mat.Dense, k Func, w []float64, a Inputs) error {
	if err := checkDifferentiable(k, a); err != nil {
		return err
	}
	n, d := a.(*Matrix).Dims()
	checkDims("AddInputGradDiag: dst", dst, n, d)
	checkLen("AddInputGradDiag: w", len(w), n)
	if n == 0 {
		return nil
	}
	rows, value, db := rowsOf(k, a, a), make([]float64, 1), columns(d, 1)
	for i := range n {
		rows.value(value, i, i, i+1)
		inputGradOf(rows, dst.RawRowView(i), db, w[i:i+1])
		for k, v := range db {
			dst.RawRowView(i)[k] += v[0]
			v[0] = 0
		}
	}
	return nil
}

// checkDifferentiable returns an error if k has no derivatives by coordinates of x.
func checkDifferentiable(k Func, x Inputs) error {
	if err := present(k, "InputGrad").Check(x); err != nil {
		return err
	}
	m, ok := x.(*Matrix)
	if !ok {
		return fmt.Errorf("cov: %T has no coordinates to differentiate by", x)
	}
	one := m
	if m.n > 1 {
		one = m.Subset([]int{0}).(*Matrix)
	}
	if one.n > 0 && !differentiable(rowsOf(k, one, one)) {
		return fmt.Errorf("cov: %v is not differentiable by its inputs", k)
	}
	return nil
}

// columnsOf returns one chunk of scratch a dimension.
func columnsOf(d int) [][]float64 { return columns(d, chunk) }
