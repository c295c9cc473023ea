package linalg

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
)

// block is a part of a matrix stored by rows. Triangular blocks have their
// lower triangle read and written only.
type block struct {
	data         []float64
	stride, r, c int
}

func (b block) part(i, j, r, c int) block {
	return block{b.data[i*b.stride+j:], b.stride, r, c}
}

// scale replaces b by f·b; f = 0 sets zeros, also over NaN.
func (b block) scale(f float64) {
	if f == 1 {
		return
	}
	for i := range b.r {
		row := b.data[i*b.stride:][:b.c]
		if f == 0 {
			clear(row)
			continue
		}
		floats.Scale(f, row)
	}
}

// fits reports whether data can be an r × c matrix by rows.
func fits(data []float64, stride, r, c int) bool {
	return r > 0 && c > 0 && stride >= c && len(data) >= (r-1)*stride+c
}

// holds reports whether data can be an r × c matrix, c × r where t transposes,
// with rows at a distance of stride.
func holds(data []float64, stride int, t blas.Transpose, r, c int) bool {
	switch t {
	case blas.NoTrans:
	case blas.Trans, blas.ConjTrans:
		r, c = c, r
	default:
		return false
	}
	return stride >= c && len(data) >= (r-1)*stride+c
}

// strided is a matrix whose element (i, p) is data[i·row+p·step].
type strided struct {
	data      []float64
	row, step int
}

// op returns b, or bᵀ.
func (b block) op(t blas.Transpose) strided {
	if t == blas.NoTrans {
		return strided{b.data, b.stride, 1}
	}
	return strided{b.data, 1, b.stride}
}

// from returns the part of s that begins at (i, p).
func (s strided) from(i, p int) strided { return strided{s.data[i*s.row+p*s.step:], s.row, s.step} }

// stock keeps memory of about one size for those that need it next.
type stock struct{ pool sync.Pool }

// borrow returns a slice of length n, of any content.
func (s *stock) borrow(n int) *[]float64 {
	if v, ok := s.pool.Get().(*[]float64); ok && cap(*v) >= n {
		*v = (*v)[:n]
		return v
	}
	v := make([]float64, n)
	return &v
}

// giveBack returns memory to borrow.
func (s *stock) giveBack(v *[]float64) { s.pool.Put(v) }

func roundUp(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }
