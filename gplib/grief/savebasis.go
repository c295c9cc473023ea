package grief

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"math"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/form"
	"krigo/gplib/param"
)

// savedBasis is a basis in JSON. The model has its kernel.
type savedBasis struct {
	Model   gplib.Model   `json:"model"`
	Dim     int           `json:"dim"`
	Factors []savedFactor `json:"factors"`
	Tuples  [][]int       `json:"tuples"`
}

// savedFactor is the eigenproblem of one input.
type savedFactor struct {
	Input   int         `json:"input"`
	Points  []float64   `json:"points"`
	Values  []float64   `json:"values"`
	Vectors [][]float64 `json:"vectors"` // by eigenvalue
}

// MarshalBinary returns the basis's binary form, with its eigenpairs: other machines may find other signs. It
// fails for covariance functions from outside cov, which it cannot describe. See [FormatVersion].
func (b *Basis) MarshalBinary() ([]byte, error) {
	f := form.New(b, FormatVersion)
	f.JSON("basis", b.saved(nil, 1))
	return f.Seal()
}

// UnmarshalBinary replaces b by the basis of a binary form. Where it fails b is unchanged.
func (b *Basis) UnmarshalBinary(text []byte) error {
	return form.Restore(b, text, FormatVersion, func(r *form.Reader) (*Basis, error) {
		var s savedBasis
		r.JSON("basis", &s)
		if r.Err() != nil {
			return nil, r.Err()
		}
		if err := s.check(); err != nil {
			return nil, err
		}
		return s.basis()
	})
}

// saved returns the basis in JSON's form, with a mean function and a noise
// variance.
func (b *Basis) saved(mean gplib.Mean, noise float64) savedBasis {
	s := savedBasis{Model: gplib.Model{Mean: mean, Cov: b.diag, Noise: gplib.FixedGaussian(noise)}, Dim: b.dim, Tuples: b.index}
	for _, f := range b.factors {
		factor := savedFactor{Input: f.input, Points: f.points.Column(0), Values: f.values}
		for j := range f.values {
			factor.Vectors = append(factor.Vectors, mat.Col(nil, j, f.q))
		}
		s.Factors = append(s.Factors, factor)
	}
	return s
}

// check returns an error unless the sizes are consistent, so that no index is out
// of range later.
func (s *savedBasis) check() error {
	if len(s.Tuples) == 0 || s.Dim < 1 || s.Dim > math.MaxInt32 {
		return fmt.Errorf("%d functions of %d inputs", len(s.Tuples), s.Dim)
	}
	if s.Model.Cov == nil || s.Model.Noise == nil {
		return errors.New("there is no model")
	}
	if ps := s.Model.Noise.Params(); len(ps) != 1 {
		return fmt.Errorf("the noise is %v; it must be of one variance", s.Model.Noise)
	}
	for _, tuple := range s.Tuples {
		if len(tuple) != len(s.Factors) {
			return fmt.Errorf("the tuple %v for %d factors", tuple, len(s.Factors))
		}
		for l, j := range tuple {
			if j < 0 || j >= len(s.Factors[l].Values) {
				return fmt.Errorf("the tuple %v where factor %d has %d functions", tuple, l, len(s.Factors[l].Values))
			}
		}
	}
	return nil
}

// basis returns the saved basis, with the eigenpairs as they were.
func (s *savedBasis) basis() (*Basis, error) {
	parts, err := cov.Separate(s.Model.Cov, s.Dim)
	if err != nil {
		return nil, err
	}
	theta := param.Values(s.Model.Cov.Params())
	b := &Basis{dim: s.Dim, theta: theta, parts: parts, scale: parts.Value(theta), diag: s.Model.Cov}
	if !(b.scale > 0) {
		return nil, fmt.Errorf("the variance of %v is %v", s.Model.Cov, b.scale)
	}
	for l, f := range s.Factors {
		if f.Input < 0 || f.Input >= s.Dim || l > 0 && f.Input <= s.Factors[l-1].Input || parts.Factors[f.Input].Func == nil {
			return nil, fmt.Errorf("%v has no factor of input %d", s.Model.Cov, f.Input)
		}
		factor, err := f.factor(parts.Factors[f.Input].At(theta))
		if err != nil {
			return nil, err
		}
		b.factors = append(b.factors, factor)
	}
	b.setTuples(tuples{b.logsOf(s.Tuples), s.Tuples})
	return b, nil
}

func (s savedFactor) factor(k cov.Func) (*factor, error) {
	m, kept := len(s.Points), len(s.Values)
	if m == 0 || kept == 0 || kept > m || len(s.Vectors) != kept {
		return nil, fmt.Errorf("input %d has %d points, %d eigenvalues and %d eigenvectors", s.Input, m, kept, len(s.Vectors))
	}
	f := &factor{input: s.Input, kernel: k, points: cov.Line(s.Points), values: s.Values, q: mat.NewDense(m, kept, nil)}
	if err := k.Check(f.points); err != nil {
		return nil, err
	}
	for j, v := range s.Vectors {
		if len(v) != m || !(s.Values[j] > 0) {
			return nil, fmt.Errorf("input %d has the eigenvalue %v with a vector of length %d", s.Input, s.Values[j], len(v))
		}
		f.q.SetCol(j, v)
	}
	f.rescale()
	return f, nil
}

// fingerprint returns a hash of the basis, its eigenpairs included.
func (b *Basis) fingerprint() uint64 {
	h := b.hash()
	for _, f := range b.factors {
		write(h, f.values)
		write(h, f.q.RawMatrix().Data)
	}
	return h.Sum64()
}

// fingerprint2 returns the fingerprint of format 2, without eigenpairs.
func (b *Basis) fingerprint2() uint64 { return b.hash().Sum64() }

// hash returns the hash of the parameters, the grid and the tuples.
func (b *Basis) hash() hash.Hash64 {
	h := fnv.New64a()
	write(h, b.theta)
	for _, f := range b.factors {
		write(h, []float64{float64(f.input)})
		write(h, f.points.Column(0))
	}
	for _, tuple := range b.index {
		fmt.Fprint(h, tuple)
	}
	return h
}

func write(h hash.Hash64, values []float64) { _ = binary.Write(h, binary.LittleEndian, values) }
