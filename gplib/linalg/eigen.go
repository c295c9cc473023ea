package linalg

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ErrNoEigenvalues is returned where the iteration for the eigenvalues of a
// matrix does not converge.
var ErrNoEigenvalues = errors.New("linalg: the eigenvalues of a matrix were not found")

// eigen replaces a by its eigenvectors, one a row, and writes the
// eigenvalues, ascending, into values. The lower triangle of a is read.
type eigen func(values, a []float64, n int) bool

// SymmetricEigen returns the eigenvalues of the symmetric n × n matrix a in
// descending order and, in the columns of vectors, orthonormal eigenvectors.
// The lower triangle of a is read; a is not changed. The error wraps
// ErrNotFinite or ErrNoEigenvalues.
func SymmetricEigen(a *mat.Dense) (values []float64, vectors *mat.Dense, err error) {
	n, m := a.Dims()
	if n != m {
		return nil, nil, fmt.Errorf("linalg: a matrix of %d × %d has no eigenvalues", n, m)
	}
	work := make([]float64, n*n)
	for i := range n {
		for j := range i + 1 {
			v := a.At(i, j)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, nil, ErrNotFinite
			}
			work[i*n+j], work[j*n+i] = v, v
		}
	}
	ascending := make([]float64, n)
	if !inUse().eigen(ascending, work, n) {
		return nil, nil, ErrNoEigenvalues
	}
	values, vectors = make([]float64, n), mat.NewDense(n, n, nil)
	for k, v := range ascending {
		values[n-1-k] = v
		vectors.SetCol(n-1-k, work[k*n:(k+1)*n])
	}
	return values, vectors, nil
}

// gonumEigen computes eigen by gonum.
func gonumEigen(values, a []float64, n int) bool {
	var e mat.EigenSym
	if !e.Factorize(mat.NewSymDense(n, a), true) {
		return false
	}
	e.Values(values)
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	for k := range n {
		mat.Col(a[k*n:(k+1)*n], k, &vectors)
	}
	return true
}
