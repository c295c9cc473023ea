package grief

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/form"
	"krigo/gplib/mcmc"
	"krigo/gplib/param"
)

// FormatVersion is the version of the forms that [Posterior] and [Sums] are
// written in. What is of a newer version is refused, what is of an older one
// is read.
//
// They are forms of package gplib/internal/form. The header of a posterior, in
// JSON, is the model with its mean noise, the eigenpairs of the factors, the
// tuples, the weights, and what the chains are besides their draws. Eigenpairs
// are written since their signs are not the same everywhere. There are no data
// where the rows were those of a reader.
const FormatVersion = 2

func init() { gplib.RegisterPosterior(&Posterior{}) }

// header is the JSON part.
type header struct {
	Model   gplib.Model   `json:"model"`
	Dim     int           `json:"dim"`
	Factors []savedFactor `json:"factors"`
	Tuples  [][]int       `json:"tuples"`
	Weights []float64     `json:"weights"`
	Chains  *mcmc.Chains  `json:"chains,omitempty"` // without Draws
	Draws   []int         `json:"draws,omitempty"`  // their number by chain
	Rows    int           `json:"rows"`             // n
	// Average tells that the coefficients' moments are averages over weights.
	Average bool `json:"average,omitempty"`
}

// savedFactor is the eigenproblem of one input.
type savedFactor struct {
	Input   int         `json:"input"`
	Points  []float64   `json:"points"`
	Values  []float64   `json:"values"`
	Vectors [][]float64 `json:"vectors"` // by eigenvalue
}

// MarshalBinary returns the posterior's binary form: it predicts without its
// training rows. It fails for means and covariance functions from outside gplib
// and cov, which it cannot describe.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	sums, err := p.sums.MarshalBinary()
	if err != nil {
		return nil, err
	}
	f := form.New(p, FormatVersion)
	f.JSON("header", p.header())
	f.Floats("coefficients", p.coef)
	f.Floats("covariance", p.covariance.RawMatrix().Data)
	f.Floats("draws", p.draws()...)
	f.Data(p.data.X, p.data.Y, p.data.Target)
	f.Bytes("sums", sums)
	return f.Seal()
}

func (p *Posterior) header() header {
	h := header{
		Model: gplib.Model{Mean: p.mean, Cov: p.basis.diag, Noise: gplib.FixedGaussian(p.noise)},
		Dim:   p.basis.dim, Tuples: p.basis.index, Weights: p.weights, Rows: p.data.Len(), Average: p.average,
	}
	for _, f := range p.basis.factors {
		s := savedFactor{Input: f.input, Points: f.points.Column(0), Values: f.values}
		for j := range f.values {
			s.Vectors = append(s.Vectors, mat.Col(nil, j, f.q))
		}
		h.Factors = append(h.Factors, s)
	}
	if p.chains != nil {
		rest := *p.chains
		rest.Draws, h.Chains = nil, &rest
		for _, chain := range p.chains.Draws {
			h.Draws = append(h.Draws, len(chain))
		}
	}
	return h
}

// draws are those of all chains, one after another.
func (p *Posterior) draws() [][]float64 {
	if p.chains == nil {
		return nil
	}
	return slices.Concat(p.chains.Draws...)
}

// numbers are what stands beside a header.
type numbers struct {
	coef, covariance, draws []float64
	data                    gplib.Data
	sums                    []byte
}

// UnmarshalBinary replaces p by the posterior of a binary form, of format 1
// too. It fails where b is none, is of a newer version, or does not fit
// together; p is unchanged then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	if bytes.HasPrefix(b, []byte(format1)) {
		next, err := readFormat1(b)
		if err != nil {
			return fmt.Errorf("grief: reading a posterior: %w", err)
		}
		*p = *next
		return nil
	}
	return form.Restore(p, b, FormatVersion, func(r *form.Reader) (*Posterior, error) {
		var h header
		r.JSON("header", &h)
		v := &numbers{coef: r.Floats("coefficients"), covariance: r.Floats("covariance"), draws: r.Floats("draws"), sums: r.Bytes("sums")}
		v.data.X, v.data.Y, v.data.Target = r.Data()
		if r.Err() != nil {
			return nil, r.Err()
		}
		return h.posterior(v)
	})
}

// format1 is what forms of format 1 begin with.
const format1 = "krigogrf\x01\x00\x00\x00"

// readFormat1 reads what followed: a header after its length, then the numbers,
// without lengths, and the sums after theirs.
func readFormat1(b []byte) (*Posterior, error) {
	var h header
	c := &form.Cursor{Rest: b[len(format1):]}
	text := c.Take(c.Whole())
	if c.Err != nil {
		return nil, c.Err
	}
	if err := errors.Join(json.Unmarshal(text, &h), h.check()); err != nil {
		return nil, err
	}
	p, draws := len(h.Tuples), 0
	for _, n := range h.Draws {
		draws += n * len(h.Chains.Names)
	}
	v := &numbers{coef: c.Floats(p), covariance: c.Floats(p * p), draws: c.Floats(draws), data: gplib.Data{Y: c.Floats(h.Rows)}}
	if columns := c.Floats(h.Rows * h.Dim); len(columns) > 0 {
		v.data.X = cov.Points(mat.NewDense(h.Dim, h.Rows, columns).T())
	}
	v.sums = c.Take(c.Whole())
	h.Average = slices.ContainsFunc(h.Weights, func(w float64) bool { return w != 1 })
	if c.Err != nil {
		return nil, c.Err
	}
	return h.posterior(v)
}

// check wants sizes that fit together, so that nothing below runs over.
func (h *header) check() error {
	if len(h.Tuples) == 0 || h.Dim < 1 || h.Dim > math.MaxInt32 || h.Rows < 0 || h.Rows > math.MaxInt32 {
		return fmt.Errorf("%d functions of %d inputs, %d rows", len(h.Tuples), h.Dim, h.Rows)
	}
	if h.Model.Cov == nil || h.Model.Noise == nil {
		return errors.New("there is no model")
	}
	if ps := h.Model.Noise.Params(); len(ps) != 1 {
		return fmt.Errorf("the noise is %v; it must be of one variance", h.Model.Noise)
	}
	for _, n := range h.Draws {
		if h.Chains == nil || n < 0 {
			return fmt.Errorf("%v draws do not fit the chains", h.Draws)
		}
	}
	for _, tuple := range h.Tuples {
		if len(tuple) != len(h.Factors) {
			return fmt.Errorf("the tuple %v for %d factors", tuple, len(h.Factors))
		}
		for l, j := range tuple {
			if j < 0 || j >= len(h.Factors[l].Values) {
				return fmt.Errorf("the tuple %v where factor %d has %d functions", tuple, l, len(h.Factors[l].Values))
			}
		}
	}
	return nil
}

// posterior joins the header and its numbers.
func (h *header) posterior(v *numbers) (*Posterior, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	basis, err := h.basis()
	if err != nil {
		return nil, err
	}
	n := basis.Len()
	if len(v.coef) != n || len(v.covariance) != n*n || len(v.data.Y) != h.Rows || len(h.Weights) == 0 {
		return nil, fmt.Errorf("%d coefficients, %d covariances, %d weights and %d observations for %d functions and %d rows",
			len(v.coef), len(v.covariance), len(h.Weights), len(v.data.Y), n, h.Rows)
	}
	if h.Rows > 0 {
		if _, err := basis.checkInputs(v.data.X); err != nil {
			return nil, err
		}
		if err := v.data.Check(); err != nil {
			return nil, err
		}
	}
	p := &Posterior{basis: basis, mean: h.Model.Mean, noise: noiseOf(h.Model), weights: h.Weights, average: h.Average,
		coef: v.coef, covariance: mat.NewDense(n, n, v.covariance), data: v.data, sums: new(Sums)}
	if p.chains, err = h.chains(v.draws); err != nil {
		return nil, err
	}
	if err := p.sums.UnmarshalBinary(v.sums); err != nil {
		return nil, err
	}
	if p.sums.Len() != n || p.sums.Basis != basis.fingerprint() {
		return nil, errors.New("the sums are on another basis")
	}
	return p, nil
}

// basis is that of the header, its eigenpairs as they were.
func (h *header) basis() (*Basis, error) {
	parts, err := cov.Separate(h.Model.Cov, h.Dim)
	if err != nil {
		return nil, err
	}
	theta := param.Values(h.Model.Cov.Params())
	b := &Basis{dim: h.Dim, theta: theta, parts: parts, scale: parts.Value(theta), diag: h.Model.Cov}
	if !(b.scale > 0) {
		return nil, fmt.Errorf("the variance of %v is %v", h.Model.Cov, b.scale)
	}
	for l, s := range h.Factors {
		if s.Input < 0 || s.Input >= h.Dim || l > 0 && s.Input <= h.Factors[l-1].Input || parts.Factors[s.Input].Func == nil {
			return nil, fmt.Errorf("%v has no factor of input %d", h.Model.Cov, s.Input)
		}
		f, err := s.factor(parts.Factors[s.Input].At(theta))
		if err != nil {
			return nil, err
		}
		b.factors = append(b.factors, f)
	}
	b.setTuples(tuples{b.logsOf(h.Tuples), h.Tuples})
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

func (h *header) chains(draws []float64) (*mcmc.Chains, error) {
	if h.Chains == nil {
		return nil, nil
	}
	chains := *h.Chains
	width := len(chains.Names)
	for _, n := range h.Draws {
		var chain [][]float64
		for ; n > 0; n-- {
			if width > len(draws) || width == 0 {
				return nil, fmt.Errorf("%v draws of %d numbers do not fit the numbers", h.Draws, width)
			}
			chain, draws = append(chain, draws[:width:width]), draws[width:]
		}
		chains.Draws = append(chains.Draws, chain)
	}
	return &chains, nil
}
