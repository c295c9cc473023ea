package linalg

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Update returns the factor of A + jitter·I + x xᵀ, in O(n²) time. x has
// length n (Golub and Van Loan, Matrix Computations, 4th ed., section 6.5.4).
func (c *Cholesky) Update(x []float64) (*Cholesky, error) {
	if err := c.checkVector("Update", x); err != nil {
		return nil, err
	}
	l := mat.DenseCopyOf(c.l)
	rotate(l, append([]float64(nil), x...), 1)
	return &Cholesky{l: l, jitter: c.jitter}, nil
}

// Downdate returns the factor of A + jitter·I - x xᵀ, in O(n²) time. The
// error wraps ErrNotPositiveDefinite where that matrix is not. x has length n.
func (c *Cholesky) Downdate(x []float64) (*Cholesky, error) {
	if err := c.checkVector("Downdate", x); err != nil {
		return nil, err
	}
	half := append([]float64(nil), x...)
	blas64.Trsv(blas.NoTrans, c.lower(), vector(half))
	if !(floats.Dot(half, half) < 1) {
		return nil, fmt.Errorf("%w after Downdate", ErrNotPositiveDefinite)
	}
	l := mat.DenseCopyOf(c.l)
	if !rotate(l, append([]float64(nil), x...), -1) {
		return nil, fmt.Errorf("%w after Downdate", ErrNotPositiveDefinite)
	}
	return &Cholesky{l: l, jitter: c.jitter}, nil
}

// rotate makes L the factor of L Lᵀ + sign·x xᵀ and uses up x. It reports whether the
// factor exists.
func rotate(l *mat.Dense, x []float64, sign float64) bool {
	raw := l.RawMatrix()
	for k, v := range x {
		at := k*raw.Stride + k
		d := raw.Data[at]
		square := d*d + sign*v*v
		if !(square > 0) {
			return false
		}
		root := math.Sqrt(square)
		cos, sin := root/d, v/d
		raw.Data[at] = root
		for i := k + 1; i < len(x); i++ {
			e := &raw.Data[i*raw.Stride+k]
			*e = (*e + sign*sin*x[i]) / cos
			x[i] = cos*x[i] - sin**e
		}
	}
	return true
}

func (c *Cholesky) checkVector(what string, x []float64) error {
	if len(x) != c.Len() {
		return fmt.Errorf("linalg: %s: x has length %d, the factor order %d", what, len(x), c.Len())
	}
	for i, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("linalg: %s: x[%d] is %v", what, i, v)
		}
	}
	return nil
}

// Extend returns the factor of the block matrix
//
//	A + jitter·I   B
//	Bᵀ             D + jitter·I
//
// for B (n × m) and a symmetric D (m × m), in O(n²m + m³) time: L is bordered by
// (L⁻¹B)ᵀ and the factor of the Schur complement of D. Jitter of the [Factorize] policy
// is added to D where the complement needs it; Jitter is the largest jitter added. b and d
// are not changed.
func (c *Cholesky) Extend(b, d *mat.Dense) (*Cholesky, error) {
	n := c.Len()
	rows, m := b.Dims()
	if dr, dc := d.Dims(); rows != n || dr != m || dc != m {
		return nil, fmt.Errorf("linalg: Extend: a factor of order %d, B of %d × %d and D of %d × %d", n, rows, m, dr, dc)
	}
	border := mat.DenseCopyOf(b)
	c.SolveHalf(border)
	complement := mat.DenseCopyOf(d)
	for i := range m {
		complement.Set(i, i, complement.At(i, i)+c.jitter)
	}
	transposed := mat.DenseCopyOf(border.T())
	negative := mat.DenseCopyOf(border)
	negative.Scale(-1, negative)
	AddMul(complement, transposed, negative)
	corner := &Cholesky{}
	scale := corner.keepDiagonal(d) // rounding of the complement is relative to D
	corner.keepDiagonal(complement)
	err := corner.refactorize(context.Background(), complement, scale, func() error {
		restore(complement)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("linalg: Extend: %w", err)
	}
	l := mat.NewDense(n+m, n+m, nil)
	l.Slice(0, n, 0, n).(*mat.Dense).Copy(c.l)
	l.Slice(n, n+m, 0, n).(*mat.Dense).Copy(transposed)
	l.Slice(n, n+m, n, n+m).(*mat.Dense).Copy(corner.l)
	return &Cholesky{l: l, jitter: c.jitter + corner.jitter}, nil
}
