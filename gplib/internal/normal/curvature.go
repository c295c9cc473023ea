// Package normal holds what normal approximations of the posterior of latent values share: the factors
// of the covariance matrix, predictions and leaving rows out. Packages laplace, ep and vi differ in
// how they find the weights.
package normal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// Curvature is the matrix R = (K + W⁻¹)⁻¹ for the weights W of a normal approximation with the precision
// K⁻¹ + W, as factors: R = W₊½B⁻¹W₊½ - U D⁻¹Uᵀ, with B = I + W₊½KW₊½ and U = (I - W₊½B⁻¹W₊½K)W₋½.
type Curvature struct {
	W, Root []float64 // W, and W₊½
	b       *linalg.Cholesky
	down    *downdate  // nil where no element of W is negative
	Memory  *mat.Dense // of the factor, n × n
}

// ErrIndefinite is returned where K⁻¹ + W is not positive definite.
var ErrIndefinite = errors.New("the precision of the latent values is not positive definite")

// downdate is the part of the negative elements of W.
type downdate struct {
	u *mat.Dense // n × the number of negative elements
	d *linalg.Cholesky
}

// times returns uᵀb.
func (d *downdate) times(b *mat.Dense) *mat.Dense {
	_, columns := b.Dims()
	_, rows := d.u.Dims()
	product := mat.NewDense(rows, columns, nil)
	linalg.Gemm(blas.Trans, blas.NoTrans, 1, d.u, b, 0, product)
	return product
}

// Curve factorises for weights and keeps a copy of them. Where K⁻¹ + W is not positive definite, it leaves out
// the negative elements of W, or returns ErrIndefinite if exact.
func (c *Curvature) Curve(ctx context.Context, k *mat.Dense, weights []float64, exact bool) error {
	c.W, c.Root, c.down = slices.Clone(weights), make([]float64, len(weights)), nil
	var negative []int
	for i, w := range weights {
		c.Root[i] = math.Sqrt(math.Max(w, 0))
		if w < 0 {
			negative = append(negative, i)
		}
	}
	if sum := floats.Sum(c.W); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return fmt.Errorf("the sum of the curvatures of the log likelihood is %v", sum)
	}
	if err := c.factorize(ctx, k); err != nil {
		return err
	}
	if len(negative) == 0 {
		return nil
	}
	if c.down = c.downdated(k, negative); c.down != nil {
		return nil
	}
	if exact {
		return ErrIndefinite
	}
	for _, i := range negative {
		c.W[i] = 0
	}
	return nil
}

// Negative reports whether some of the factorised weights are negative.
func (c *Curvature) Negative() bool { return c.down != nil }

// SolveB replaces v by B⁻¹v.
func (c *Curvature) SolveB(v []float64) { c.b.SolveVec(v, v) }

// factorize factorises B = I + W₊½KW₊½.
func (c *Curvature) factorize(ctx context.Context, k *mat.Dense) error {
	n := len(c.Root)
	if c.Memory == nil {
		c.Memory = linalg.Uncleared(n, n)
	}
	b := c.Memory
	fill := func() error {
		for i, r := range c.Root {
			row := b.RawRowView(i)[:i+1]
			linalg.MulTo(row, k.RawRowView(i)[:i+1], c.Root[:i+1])
			floats.Scale(r, row)
			row[i]++
		}
		return nil
	}
	if err := fill(); err != nil {
		return err
	}
	var err error
	c.b, err = linalg.FactorizeLower(ctx, b, fill)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("the matrix I + W½KW½ of %d rows: %w", n, err)
	}
	return err
}

// downdated returns the factors of negative elements of W, or nil where D is not positive definite.
func (c *Curvature) downdated(k *mat.Dense, negative []int) *downdate {
	n, q := len(c.Root), len(negative)
	u := mat.NewDense(n, q, nil)
	for j, i := range negative {
		for r := range n {
			u.Set(r, j, c.Root[r]*k.At(r, i))
		}
	}
	c.b.Solve(u)
	size := make([]float64, q)
	for j, i := range negative {
		size[j] = math.Sqrt(-c.W[i])
		for r := range n {
			u.Set(r, j, -size[j]*c.Root[r]*u.At(r, j))
		}
		u.Set(i, j, u.At(i, j)+size[j])
	}
	d := mat.NewDense(q, q, nil)
	for a, i := range negative {
		for b := range a + 1 {
			v := 0.0
			for r := range n {
				v += k.At(i, r) * u.At(r, b)
			}
			d.Set(a, b, -size[a]*v)
			d.Set(b, a, -size[a]*v)
		}
		d.Set(a, a, d.At(a, a)+1)
	}
	chol, err := linalg.Factorize(d)
	if err != nil || chol.Jitter() > 0 {
		return nil
	}
	return &downdate{u, chol}
}

// LogDet returns log|I + KW|.
func (c *Curvature) LogDet() float64 {
	if c.down == nil {
		return c.b.LogDet()
	}
	return c.b.LogDet() + c.down.d.LogDet()
}

// Solve returns R v.
func (c *Curvature) Solve(v []float64) []float64 {
	if c.down != nil {
		b := mat.NewDense(len(v), 1, append([]float64(nil), v...))
		c.SolveAll(b)
		return b.RawMatrix().Data
	}
	r := floats.MulTo(make([]float64, len(v)), v, c.Root)
	c.b.SolveVec(r, r)
	floats.Mul(r, c.Root)
	return r
}

// SolveAll replaces the n × s matrix b by R b.
func (c *Curvature) SolveAll(b *mat.Dense) {
	var part *mat.Dense
	if c.down != nil {
		part = c.down.times(b)
		c.down.d.Solve(part)
	}
	c.scaleRows(b)
	c.b.Solve(b)
	c.scaleRows(b)
	if part != nil {
		linalg.Gemm(blas.NoTrans, blas.NoTrans, -1, c.down.u, part, 1, b)
	}
}

func (c *Curvature) scaleRows(b *mat.Dense) {
	for i, r := range c.Root {
		floats.Scale(r, b.RawRowView(i))
	}
}

// Halves returns matrices with bᵀR b = V₊ᵀV₊ - V₋ᵀV₋ for the n × s matrix b, which it uses up; V₋
// may be nil.
func (c *Curvature) Halves(b *mat.Dense) (plus, minus *mat.Dense) {
	if c.down != nil {
		minus = c.down.times(b)
		c.down.d.SolveHalf(minus)
	}
	c.scaleRows(b)
	c.b.SolveHalf(b)
	return b, minus
}

// Inverse returns the lower triangle of R with the diagonal, and uses up the factor of B.
func (c *Curvature) Inverse(ctx context.Context) (*mat.Dense, error) {
	r, err := c.b.InvertLower(ctx)
	if err != nil {
		return nil, err
	}
	for i, v := range c.Root {
		row := r.RawRowView(i)[:i+1]
		linalg.MulTo(row, row, c.Root[:i+1])
		floats.Scale(v, row)
	}
	if c.down != nil {
		half := mat.DenseCopyOf(c.down.u.T())
		c.down.d.SolveHalf(half)
		linalg.Syrk(blas.Trans, -1, half, 1, r)
	}
	return r, nil
}

// Subtract subtracts the diagonal of bᵀR b from variances, which rounding cannot make negative. It uses up
// b.
func (c *Curvature) Subtract(variance []float64, b *mat.Dense) {
	plus, minus := c.Halves(b)
	linalg.AddSquares(variance, -1, plus)
	if minus != nil {
		linalg.AddSquares(variance, 1, minus)
	}
	for i, v := range variance {
		variance[i] = math.Max(v, 0)
	}
}
