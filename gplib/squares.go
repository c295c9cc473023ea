package gplib

import (
	"sync"

	"gonum.org/v1/gonum/mat"
)

// squares keeps the memory of matrices that an evaluation is done with, so
// that those of a fit, which follow one another, take it once.
var squares sync.Pool

// borrowSquare returns an n × n matrix of any content.
func borrowSquare(n int) *mat.Dense {
	if data, ok := squares.Get().(*[]float64); ok && cap(*data) >= n*n {
		return mat.NewDense(n, n, (*data)[:n*n])
	}
	return mat.NewDense(n, n, nil)
}

// returnSquare gives back a matrix that nothing holds any more.
func returnSquare(m *mat.Dense) {
	data := m.RawMatrix().Data
	squares.Put(&data)
}
