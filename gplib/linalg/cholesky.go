package linalg

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ErrNotPositiveDefinite is returned where no jitter that the policy allows
// makes a matrix positive definite.
var ErrNotPositiveDefinite = errors.New("linalg: matrix is not positive definite")

// ErrNotFinite is returned where a matrix holds NaN or an infinity on its
// diagonal.
var ErrNotFinite = errors.New("linalg: matrix is not finite")

// The jitter policy of [Factorize], relative to the mean of the diagonal.
const (
	// FirstJitter is tried where the matrix itself has no factor.
	FirstJitter = 1e-10
	// LastJitter is the largest that is tried; each try is ten times the last.
	LastJitter = 1e-4
)

// Cholesky is the factor L of A + jitter·I = L Lᵀ.
type Cholesky struct {
	l      *mat.Dense // the lower triangle is L, the strict upper one A's
	jitter float64
	diag   []float64 // scratch of Refactorize
}

// Factorize returns the Cholesky factor of the symmetric n × n matrix a in a's memory,
// which it takes over. Where a is not positive definite by rounding, it adds a jitter
// to the diagonal: 1e-10 times the mean of the diagonal, then ten times as much until
// 1e-4; [Cholesky.Jitter] returns it. The error wraps ErrNotPositiveDefinite or
// ErrNotFinite.
func Factorize(a *mat.Dense) (*Cholesky, error) {
	c := &Cholesky{}
	if err := c.Refactorize(a); err != nil {
		return nil, err
	}
	return c, nil
}

// Refactorize does [Factorize] into c, which may be empty: a loop that factorises
// matrices of one size allocates nothing after the first. If it fails, c holds no
// factor.
func (c *Cholesky) Refactorize(a *mat.Dense) error {
	n, m := a.Dims()
	if n != m {
		return fmt.Errorf("linalg: a matrix of %d × %d has no Cholesky factor", n, m)
	}
	return c.refactorize(context.Background(), a, c.keepDiagonal(a), func() error {
		restore(a)
		return nil
	})
}

// FactorizeLower does [Factorize] for a symmetric n × n matrix given by a's lower triangle and
// diagonal. If jitter is needed, fill writes them again. It checks ctx between tiles and returns
// its error if ctx ends first.
func FactorizeLower(ctx context.Context, a *mat.Dense, fill func() error) (*Cholesky, error) {
	if n, m := a.Dims(); n != m {
		return nil, fmt.Errorf("linalg: a matrix of %d × %d has no Cholesky factor", n, m)
	}
	c := &Cholesky{}
	if err := c.refactorize(ctx, a, c.keepDiagonal(a), fill); err != nil {
		return nil, err
	}
	return c, nil
}

// refactorize does Refactorize for a square matrix whose diagonal is kept, with jitter
// relative to scale. fill writes what is below the diagonal again.
func (c *Cholesky) refactorize(ctx context.Context, a *mat.Dense, scale float64, fill func() error) error {
	c.l, c.jitter = nil, 0
	if sum := scale + floats.Sum(c.diag); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return ErrNotFinite
	}
	dropNegligible(a)
	ok, err := potrf(ctx, a)
	for relative := FirstJitter; !ok && err == nil && relative < 2*LastJitter && scale > 0; relative *= 10 {
		if err := fill(); err != nil {
			return err
		}
		c.jitter = relative * scale
		for i, d := range c.diag {
			a.Set(i, i, d+c.jitter)
		}
		dropNegligible(a)
		ok, err = potrf(ctx, a)
	}
	switch {
	case err != nil:
		return err
	case ok:
		c.l = a
		return nil
	}
	return fmt.Errorf("%w, not even with %g times its mean diagonal added", ErrNotPositiveDefinite, LastJitter)
}

// negligible is a part of the smallest diagonal element. An element below it changes the factor by
// less than rounding does: 2⁻⁵² of the element's row.
const negligible = 0x1p-100

// dropNegligible sets negligible elements below the diagonal to 0. Their products are denormal numbers,
// with which processors compute a hundred times more slowly.
func dropNegligible(a *mat.Dense) {
	n, _ := a.Dims()
	least := math.Inf(1)
	for i := range n {
		least = min(least, a.At(i, i))
	}
	least *= negligible
	for i := range n {
		row := a.RawRowView(i)[:i]
		for j, v := range row {
			if math.Abs(v) < least {
				row[j] = 0
			}
		}
	}
}

// keepDiagonal copies the diagonal of a and returns its mean.
func (c *Cholesky) keepDiagonal(a *mat.Dense) (mean float64) {
	n, _ := a.Dims()
	c.diag = c.diag[:0]
	for i := range n {
		d := a.At(i, i)
		c.diag = append(c.diag, d)
		mean += d / float64(n)
	}
	return mean
}

// restore rebuilds the strict lower triangle from the upper one, which potrf leaves
// alone.
func restore(a *mat.Dense) {
	raw := a.RawMatrix()
	for i := range raw.Rows {
		row := raw.Data[i*raw.Stride:]
		for j := range i {
			row[j] = raw.Data[j*raw.Stride+i]
		}
	}
}

func potrf(ctx context.Context, a *mat.Dense) (bool, error) {
	inUse()
	return blockOf(a).potrf(ctx)
}

// FromLower returns the factor L of LLᵀ in l's memory, which it takes over. l is n × n;
// its lower triangle is read. It fails where the diagonal is not positive.
func FromLower(l *mat.Dense) (*Cholesky, error) {
	n, m := l.Dims()
	if n != m {
		return nil, fmt.Errorf("linalg: a matrix of %d × %d is not a Cholesky factor", n, m)
	}
	for i := range n {
		if !(l.At(i, i) > 0) {
			return nil, fmt.Errorf("%w: the diagonal of its factor has the element %v", ErrNotPositiveDefinite, l.At(i, i))
		}
	}
	return &Cholesky{l: l}, nil
}

// Len returns n.
func (c *Cholesky) Len() int { return c.l.RawMatrix().Rows }

// Jitter returns the number added to the diagonal, 0 if none was.
func (c *Cholesky) Jitter() float64 { return c.jitter }

// Lower returns a copy of L with zeros above the diagonal, n × n.
func (c *Cholesky) Lower() *mat.Dense {
	n := c.Len()
	l := mat.NewDense(n, n, nil)
	for i := range n {
		copy(l.RawRowView(i)[:i+1], c.l.RawRowView(i))
	}
	return l
}

// LogDet returns the natural logarithm of the determinant of A + jitter·I.
func (c *Cholesky) LogDet() float64 {
	sum := 0.0
	for i := range c.Len() {
		sum += math.Log(c.l.At(i, i))
	}
	return 2 * sum
}

// SolveVec writes (A + jitter·I)⁻¹ b into dst. Both have length n and may be
// one slice.
func (c *Cholesky) SolveVec(dst, b []float64) {
	copy(dst, b)
	l := blockOf(c.l)
	l.solveVec(dst[:l.r])
	l.solveTransVec(dst[:l.r])
}

// MulHalf writes L b into dst: a draw of covariance A + jitter·I where b is
// standard normal. Both have length n and may be one slice.
func (c *Cholesky) MulHalf(dst, b []float64) {
	copy(dst, b)
	blas64.Trmv(blas.NoTrans, c.lower(), blas64.Vector{N: len(dst), Data: dst, Inc: 1})
}

// MulHalfTrans replaces the n × m matrix b by Lᵀ b.
func (c *Cholesky) MulHalfTrans(b *mat.Dense) {
	x := b.RawMatrix()
	blas64.Trmm(blas.Left, blas.Trans, 1, c.lower(), x)
}

// SolveHalf replaces the n × m matrix b by L⁻¹ b.
func (c *Cholesky) SolveHalf(b *mat.Dense) {
	c.trsm(blas.NoTrans, b)
}

// SolveHalfTrans replaces the n × m matrix b by L⁻ᵀ b.
func (c *Cholesky) SolveHalfTrans(b *mat.Dense) {
	c.trsm(blas.Trans, b)
}

// Solve replaces the n × m matrix b by (A + jitter·I)⁻¹ b.
func (c *Cholesky) Solve(b *mat.Dense) {
	c.SolveHalf(b)
	c.SolveHalfTrans(b)
}

// Adjoint replaces the derivatives of a function by the lower triangle of L, n × n,
// with its derivatives by A, a symmetric matrix: L⁻ᵀSL⁻¹, where S is the symmetric part
// of the lower triangle of Lᵀ·dL with half its diagonal (Murray 2016, Differentiation
// of the Cholesky decomposition, equation 10).
func (c *Cholesky) Adjoint(dl *mat.Dense) {
	n := c.Len()
	for i := range n {
		clear(dl.RawRowView(i)[i+1:])
	}
	c.MulHalfTrans(dl)
	for i := range n {
		for j := range i {
			half := dl.At(i, j) / 2
			dl.Set(i, j, half)
			dl.Set(j, i, half)
		}
		dl.Set(i, i, dl.At(i, i)/2)
	}
	c.SolveHalfTrans(dl)
	for i := range n {
		for j := range i {
			a, b := dl.At(i, j), dl.At(j, i)
			dl.Set(i, j, b)
			dl.Set(j, i, a)
		}
	}
	c.SolveHalfTrans(dl)
}

// Invert returns (A + jitter·I)⁻¹, both triangles, in the memory of the
// factor, which is gone after the call.
func (c *Cholesky) Invert() *mat.Dense {
	inverse, _ := c.InvertLower(context.Background())
	MirrorLower(inverse)
	return inverse
}

// InvertLower returns [Cholesky.Invert] with the lower triangle of the inverse and its diagonal;
// the strict upper triangle has no meaning. It checks ctx between tiles and returns its error if
// ctx ends first.
func (c *Cholesky) InvertLower(ctx context.Context) (*mat.Dense, error) {
	inverse := c.l
	c.l = nil
	inUse()
	_, err := blockOf(inverse).potri(ctx)
	return inverse, err
}

func (c *Cholesky) trsm(t blas.Transpose, b *mat.Dense) {
	l, x := c.l.RawMatrix(), b.RawMatrix()
	products().Dtrsm(blas.Left, blas.Lower, t, blas.NonUnit, x.Rows, x.Cols, 1, l.Data, l.Stride, x.Data, x.Stride)
}

func blockOf(a *mat.Dense) block {
	raw := a.RawMatrix()
	return block{raw.Data, max(raw.Stride, 1), raw.Rows, raw.Cols}
}

func (c *Cholesky) lower() blas64.Triangular {
	raw := c.l.RawMatrix()
	return blas64.Triangular{Uplo: blas.Lower, Diag: blas.NonUnit, N: raw.Rows, Data: raw.Data, Stride: raw.Stride}
}
