package grief

import (
	"context"
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/internal/form"
)

// Solution is the part of the sums over all rows that the derivatives of the
// log marginal likelihood use, at weights of 1: with P = A + σ²I, c = P⁻¹r and
// P⁻¹.
type Solution struct {
	// Noise is σ².
	Noise float64
	// Coef is c, of length p.
	Coef []float64
	// Inverse is P⁻¹, p × p and symmetric.
	Inverse *mat.Dense
	// Basis identifies the basis, as in [Sums].
	Basis uint64
}

// solution returns the solution of an evidence at weights of 1.
func (e *evidence) solution() *Solution {
	inverse := mat.DenseCopyOf(e.invert())
	floats.Scale(1/e.noise, inverse.RawMatrix().Data)
	return &Solution{Noise: e.noise, Coef: e.coef, Inverse: inverse, Basis: e.sums.Basis}
}

// MarshalBinary returns the solution's binary form: σ² and c, and the lower
// triangle of P⁻¹ by rows. See [FormatVersion].
func (s *Solution) MarshalBinary() ([]byte, error) {
	f := form.New(s, FormatVersion)
	f.JSON("basis", s.Basis)
	f.Floats("coefficients", []float64{s.Noise}, s.Coef)
	f.Floats("inverse", lowerTriangle(s.Inverse)...)
	return f.Seal()
}

// UnmarshalBinary replaces s by the solution of a binary form. Where it fails s
// is unchanged.
func (s *Solution) UnmarshalBinary(b []byte) error {
	return form.Restore(s, b, FormatVersion, func(r *form.Reader) (*Solution, error) {
		next := &Solution{}
		r.JSON("basis", &next.Basis)
		coef, inverse := r.Floats("coefficients"), r.Floats("inverse")
		p := len(coef) - 1
		if r.Err() != nil {
			return nil, r.Err()
		}
		if p < 1 || len(inverse) != p*(p+1)/2 || !(coef[0] > 0) {
			return nil, fmt.Errorf("%d coefficients at σ² = %v, %d numbers of an inverse", p, coef[0], len(inverse))
		}
		next.Noise, next.Coef, next.Inverse = coef[0], coef[1:], mat.NewDense(p, p, nil)
		for i := range p {
			for j := range i + 1 {
				next.Inverse.Set(i, j, inverse[j])
				next.Inverse.Set(j, i, inverse[j])
			}
			inverse = inverse[i+1:]
		}
		return next, nil
	})
}

// lowerTriangle returns the rows of the lower triangle of a square matrix.
func lowerTriangle(a *mat.Dense) [][]float64 {
	var rows [][]float64
	for i := range a.RawMatrix().Rows {
		rows = append(rows, a.RawRowView(i)[:i+1])
	}
	return rows
}

// Slopes are the sums over rows that the derivatives of the log marginal
// likelihood by the parameters of the covariance function need, given a
// [Solution]. A second pass accumulates them. Slopes of parts of the rows add
// up to those of all, as [Sums] do.
type Slopes struct {
	// N is the number of rows.
	N int
	// Grad is the contribution of the functions at the rows to the derivatives by
	// each parameter of the covariance function.
	Grad []float64
	// F is Ψ_lᵀE_l for each input l that the basis depends on, kept eigenvalues ×
	// functions in use. The derivatives of eigenvalues and eigenvectors are
	// computed from it at the end.
	F []*mat.Dense
	// Basis identifies the basis, as in [Sums].
	Basis uint64
}

// NewSlopes returns the slopes of no rows on b.
func NewSlopes(b *Basis) *Slopes {
	s := &Slopes{Grad: make([]float64, len(b.theta)), Basis: b.fingerprint()}
	for l, f := range b.factors {
		s.F = append(s.F, mat.NewDense(len(f.values), b.columns[l], nil))
	}
	return s
}

// accumulateSlopes sums the rows of r in one pass, by blocks: O(n p² + n p d)
// time and O(p²) memory, in parallel. When ctx is cancelled it returns its
// error.
func accumulateSlopes(ctx context.Context, b *Basis, at *Solution, r dataset.RowReader) (*Slopes, error) {
	if b == nil || at == nil || r == nil {
		return nil, errors.New("grief: slopes: the basis, the solution or the reader is nil")
	}
	if r.Dim() != b.Dim() {
		return nil, fmt.Errorf("grief: slopes: rows of %d inputs, a basis of %d", r.Dim(), b.Dim())
	}
	s := NewSlopes(b)
	if at.Basis != s.Basis || len(at.Coef) != b.Len() {
		return nil, errors.New("grief: slopes: the solution is that of sums on another basis")
	}
	g := newAdjoints(b, at, s)
	err := eachBlock(r, func(x *mat.Dense, y []float64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.addBlock(cov.Points(x), y)
		s.N += len(y)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Add adds the slopes of other rows, given the same basis and solution.
func (s *Slopes) Add(more *Slopes) error {
	if more == nil {
		return errors.New("grief: Slopes.Add: more is nil")
	}
	if s.Basis != more.Basis || len(s.F) != len(more.F) || len(s.Grad) != len(more.Grad) {
		return errors.New("grief: Slopes.Add: slopes on another basis")
	}
	s.N += more.N
	floats.Add(s.Grad, more.Grad)
	for l, f := range s.F {
		floats.Add(f.RawMatrix().Data, more.F[l].RawMatrix().Data)
	}
	return nil
}

// MarshalBinary returns the slopes' binary form. See [FormatVersion].
func (s *Slopes) MarshalBinary() ([]byte, error) {
	h := savedSlopes{Rows: s.N, Basis: s.Basis}
	var f [][]float64
	for _, m := range s.F {
		rows, columns := m.Dims()
		h.Sizes = append(h.Sizes, [2]int{rows, columns})
		f = append(f, m.RawMatrix().Data)
	}
	w := form.New(s, FormatVersion)
	w.JSON("slopes", h)
	w.Floats("grad", s.Grad)
	w.Floats("f", f...)
	return w.Seal()
}

// savedSlopes is the JSON part of slopes.
type savedSlopes struct {
	Rows  int      `json:"rows"`
	Basis uint64   `json:"basis"`
	Sizes [][2]int `json:"sizes"`
}

// UnmarshalBinary replaces s by the slopes of a binary form. Where it fails s is
// unchanged.
func (s *Slopes) UnmarshalBinary(b []byte) error {
	return form.Restore(s, b, FormatVersion, func(r *form.Reader) (*Slopes, error) {
		var h savedSlopes
		r.JSON("slopes", &h)
		next, f := &Slopes{N: h.Rows, Basis: h.Basis, Grad: r.Floats("grad")}, r.Floats("f")
		if r.Err() != nil {
			return nil, r.Err()
		}
		for _, size := range h.Sizes {
			rows, columns := size[0], size[1]
			if rows < 1 || columns < 1 || columns > rows || rows > len(f)/columns {
				return nil, fmt.Errorf("a matrix of %d by %d with %d numbers", rows, columns, len(f))
			}
			next.F = append(next.F, mat.NewDense(rows, columns, f[:rows*columns:rows*columns]))
			f = f[rows*columns:]
		}
		if len(f) > 0 || h.Rows < 0 {
			return nil, fmt.Errorf("%d rows, and %d numbers too many", h.Rows, len(f))
		}
		return next, nil
	})
}
