package grief

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/internal/form"
	"krigo/gplib/linalg"
)

// Sums are the sufficient statistics of the rows of a data set for a basis of p
// functions, accumulated in one pass. Sums of parts of the rows add up to those
// of all rows, so that the parts can be computed elsewhere and sent in binary
// form. The same order of additions gives the same bits.
type Sums struct {
	// N is the number of rows, YY is yᵀy.
	N  int
	YY float64
	// R is Φᵀy, of length p.
	R []float64
	// A is ΦᵀΦ, p × p: its lower triangle; the strict upper one has no
	// meaning.
	A *mat.Dense
	// Prior is Σ_r k(x_r, x_r); tr(A) is the part of it that the basis captures.
	Prior float64
	// Basis identifies the basis: sums on different ones do not add.
	Basis uint64
}

// NewSums returns the sums of no rows on b.
func NewSums(b *Basis) *Sums {
	p := b.Len()
	return &Sums{R: make([]float64, p), A: mat.NewDense(p, p, nil), Basis: b.fingerprint()}
}

// Accumulate sums the rows of r on b in one pass, by blocks: O(n p²) time and
// O(p²) memory, in parallel. When ctx is cancelled it returns its error.
func Accumulate(ctx context.Context, b *Basis, r dataset.RowReader) (*Sums, error) {
	if b == nil || r == nil {
		return nil, errors.New("grief: Accumulate: the basis or the reader is nil")
	}
	if r.Dim() != b.Dim() {
		return nil, fmt.Errorf("grief: Accumulate: rows of %d inputs, a basis of %d", r.Dim(), b.Dim())
	}
	s, p := NewSums(b), newProducts(b)
	err := eachBlock(r, func(x *mat.Dense, y []float64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return s.addBlock(p, cov.Points(x), y)
	})
	if err != nil {
		return nil, err
	}
	if s.N == 0 {
		return nil, errors.New("grief: Accumulate: there are no rows")
	}
	return s, nil
}

// addBlock adds some rows.
func (s *Sums) addBlock(p *products, x *cov.Matrix, y []float64) error {
	if err := x.CheckFinite(); err != nil {
		return fmt.Errorf("grief: rows from %d on: %w", s.N, err)
	}
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("grief: row %d: y is %v", s.N+i+1, v)
		}
	}
	phi := p.functions(x)
	linalg.AddGram(s.A, phi)
	r := make([]float64, s.Len())
	linalg.MulVec(r, phi, y)
	floats.Add(s.R, r)
	prior := make([]float64, x.Len())
	p.basis.diag.Diag(prior, x)
	s.Prior += floats.Sum(prior)
	s.YY += floats.Dot(y, y)
	s.N += len(y)
	return nil
}

// Len returns the number of functions, p.
func (s *Sums) Len() int { return len(s.R) }

// Add adds the sums of other rows to s, in O(p²) time. It fails, and leaves s unchanged, if more is nil or on another
// basis.
func (s *Sums) Add(more *Sums) error {
	if more == nil {
		return errors.New("grief: Sums.Add: more is nil")
	}
	if s.Basis != more.Basis || s.Len() != more.Len() {
		return fmt.Errorf("grief: Sums.Add: sums on another basis (%d functions, here %d)", more.Len(), s.Len())
	}
	s.N += more.N
	s.YY += more.YY
	s.Prior += more.Prior
	floats.Add(s.R, more.R)
	for i := range s.R {
		floats.Add(s.A.RawRowView(i)[:i+1], more.A.RawRowView(i)[:i+1])
	}
	return nil
}

// Captured returns tr(A)/Σ_r k(x_r, x_r), the part of the prior variance at the
// rows that the basis captures, from 0 to 1 up to rounding. Below 0.9 the grid
// is too coarse or the basis too small.
func (s *Sums) Captured() float64 {
	trace := 0.0
	for i := range s.R {
		trace += s.A.At(i, i)
	}
	return trace / s.Prior
}

// MarshalBinary returns the sums' binary form: n, the basis, and yᵀy, Σk, r and
// the lower triangle of A by rows. See [FormatVersion].
func (s *Sums) MarshalBinary() ([]byte, error) {
	parts := [][]float64{{s.YY, s.Prior}, s.R}
	for i := range s.R {
		parts = append(parts, s.A.RawRowView(i)[:i+1])
	}
	f := form.New(s, FormatVersion)
	f.JSON("size", [2]uint64{uint64(s.N), s.Basis})
	f.Floats("sums", parts...)
	return f.Seal()
}

// UnmarshalBinary replaces s by the sums of a binary form, of format 1 too.
// Where it fails s is unchanged.
func (s *Sums) UnmarshalBinary(b []byte) error {
	if head := len(sums1) + 20; bytes.HasPrefix(b, []byte(sums1)) && len(b) >= head {
		c := &form.Cursor{Rest: b[head:]}
		next, err := newSums(binary.LittleEndian.Uint64(b[head-16:]), binary.LittleEndian.Uint64(b[head-8:]), c.Floats(len(c.Rest)/8))
		if err == nil {
			*s = *next
		}
		return err
	}
	return form.Restore(s, b, FormatVersion, func(r *form.Reader) (*Sums, error) {
		var size [2]uint64
		r.JSON("size", &size)
		return newSums(size[0], size[1], r.Floats("sums"))
	})
}

// sums1 is the first bytes of sums of format 1, before p, n, the basis and the
// numbers.
const sums1 = "krigosum\x01\x00\x00\x00"

// newSums returns the sums whose numbers are yᵀy, Σk, r and a triangle.
func newSums(n, basis uint64, values []float64) (*Sums, error) {
	p := 0
	for 2+p+p*(p+1)/2 < len(values) {
		p++
	}
	if 2+p+p*(p+1)/2 != len(values) || n > math.MaxInt {
		return nil, fmt.Errorf("grief: Sums: %d numbers are those of no number of functions", len(values))
	}
	s := &Sums{N: int(n), Basis: basis, YY: values[0], Prior: values[1], A: mat.NewDense(max(p, 1), max(p, 1), nil)}
	s.R, values = values[2:2+p:2+p], values[2+p:]
	for i := range p {
		values = values[copy(s.A.RawRowView(i)[:i+1], values):]
	}
	return s, nil
}
