package grief

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/gplib/dataset"
	"krigo/gplib/linalg"
)

// Sums is all that the rows of a data set say to a basis of p functions: it is
// what one pass accumulates. Sums of parts of the rows add up to that of all,
// so that the parts can be computed elsewhere and sent in their binary form.
// Sums in the same order are the same to the last bit.
type Sums struct {
	// N is the number of rows, YY is yᵀy.
	N  int
	YY float64
	// R is Φᵀy, of length p.
	R []float64
	// A is ΦᵀΦ, p × p: its lower triangle; the strict upper one has no
	// meaning.
	A *mat.Dense
	// Prior is Σ_r k(x_r, x_r), of which tr(A) is the part that the basis
	// captures.
	Prior float64
	// Basis tells bases apart: sums of different ones do not add.
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

// Len is the number of functions, p.
func (s *Sums) Len() int { return len(s.R) }

// Add adds the sums of other rows on the same basis.
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

// Captured is tr(A)/Σ_r k(x_r, x_r), the part of the prior variance at the
// rows that the basis captures, from 0 to 1 up to rounding. Below 0.9 the grid
// is too coarse or the basis too small.
func (s *Sums) Captured() float64 {
	trace := 0.0
	for i := range s.R {
		trace += s.A.At(i, i)
	}
	return trace / s.Prior
}

const (
	sumsMagic   = "krigosum"
	sumsVersion = 1
)

// MarshalBinary returns the sums' binary form: the eight bytes "krigosum", the
// version (uint32), p (uint32), n and the basis (uint64), yᵀy, Σk, r and the
// lower triangle of A by rows (IEEE 754 float64), all little-endian.
func (s *Sums) MarshalBinary() ([]byte, error) {
	p := s.Len()
	out := make([]byte, 0, len(sumsMagic)+8+16+8*(2+p+p*(p+1)/2))
	out = append(out, sumsMagic...)
	out = binary.LittleEndian.AppendUint32(out, sumsVersion)
	out = binary.LittleEndian.AppendUint32(out, uint32(p))
	out = binary.LittleEndian.AppendUint64(out, uint64(s.N))
	out = binary.LittleEndian.AppendUint64(out, s.Basis)
	out = appendFloats(out, s.YY, s.Prior)
	out = appendFloats(out, s.R...)
	for i := range p {
		out = appendFloats(out, s.A.RawRowView(i)[:i+1]...)
	}
	return out, nil
}

// UnmarshalBinary replaces s by the sums of a binary form. Where it fails s is
// unchanged.
func (s *Sums) UnmarshalBinary(b []byte) error {
	const head = len(sumsMagic) + 8 + 16
	if len(b) < head || string(b[:len(sumsMagic)]) != sumsMagic {
		return errors.New("grief: Sums: this is no binary form of sums")
	}
	words := b[len(sumsMagic):]
	if v := binary.LittleEndian.Uint32(words); v != sumsVersion {
		return fmt.Errorf("grief: Sums: the binary form has version %d, this program knows %d", v, sumsVersion)
	}
	p := int(binary.LittleEndian.Uint32(words[4:]))
	if want := 8 * (2 + p + p*(p+1)/2); p > len(b) || len(b)-head != want {
		return fmt.Errorf("grief: Sums: %d bytes for %d functions; there should be %d", len(b), p, head+want)
	}
	next := Sums{N: int(binary.LittleEndian.Uint64(words[8:])), Basis: binary.LittleEndian.Uint64(words[16:])}
	values := takeFloats(b[head:])
	next.YY, next.Prior, next.R, values = values[0], values[1], values[2:2+p:2+p], values[2+p:]
	next.A = mat.NewDense(max(p, 1), max(p, 1), nil)
	for i := range p {
		values = values[copy(next.A.RawRowView(i)[:i+1], values):]
	}
	*s = next
	return nil
}

func appendFloats(out []byte, values ...float64) []byte {
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

func takeFloats(b []byte) []float64 {
	values := make([]float64, len(b)/8)
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return values
}

// fingerprint tells bases apart by what they are made of.
func (b *Basis) fingerprint() uint64 {
	hash := fnv.New64a()
	hash.Write(appendFloats(nil, b.theta...))
	for _, f := range b.factors {
		hash.Write(appendFloats(nil, float64(f.input)))
		hash.Write(appendFloats(nil, f.points.Column(0)...))
	}
	for _, tuple := range b.index {
		fmt.Fprint(hash, tuple)
	}
	return hash.Sum64()
}
