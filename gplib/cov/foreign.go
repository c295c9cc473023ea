package cov

import "gonum.org/v1/gonum/mat"

// rowsOf returns an evaluator of any covariance function.
func rowsOf(k Func, a, b Inputs) evaluator {
	if f, ok := k.(function); ok {
		return f.on(a, b).rows(a, b)
	}
	rows := &foreignRows{k: k, a: a, b: b}
	if d, ok := k.(InputDifferentiable); ok {
		return &foreignInputRows{rows, d}
	}
	return rows
}

// foreignRows evaluates a Func that was defined outside this package by its
// exported methods, a row at a time.
type foreignRows struct {
	k    Func
	a, b Inputs
	// row and cols are the inputs of the last call of value.
	row, cols Inputs
	lo, hi    int
}

func (e *foreignRows) value(dst []float64, i, lo, hi int) {
	e.row = e.a.Subset([]int{i})
	if e.cols == nil || e.lo != lo || e.hi != hi {
		index := make([]int, hi-lo)
		for j := range index {
			index[j] = lo + j
		}
		e.cols, e.lo, e.hi = e.b.Subset(index), lo, hi
	}
	e.k.Gram(mat.NewDense(1, hi-lo, dst), e.row, e.cols)
}

func (e *foreignRows) grad(grad, w []float64) {
	e.k.AddGrad(grad, mat.NewDense(1, e.hi-e.lo, w), e.row, e.cols)
}

// foreignInputRows are foreignRows of a function that has derivatives by
// coordinates.
type foreignInputRows struct {
	*foreignRows
	k InputDifferentiable
}

func (e *foreignInputRows) inputGrad(da []float64, db [][]float64, w []float64) {
	e.k.AddInputGrad(mat.NewDense(1, len(da), da), mat.NewDense(1, len(w), w), e.row, e.cols)
	other := mat.NewDense(len(w), len(db), nil)
	e.k.AddInputGrad(other, mat.NewDense(len(w), 1, w), e.cols, e.row)
	for k, column := range db {
		for j := range w {
			column[j] += other.At(j, k)
		}
	}
}
