package grief

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/mcmc"
)

// FormatVersion is the version of the form that [Posterior] is written in. One
// of a newer version is refused.
//
// It is the eight bytes "krigogrf", the version, the length of a header and the
// header, in JSON: the model with its mean noise, the eigenpairs of the
// factors, the tuples, the weights, and what the chains are besides their
// draws. Then come the coefficients' mean (p) and covariance (p × p), the draws
// by chain, y (n) and x by dimension (d × n; n is 0 where the rows were those
// of a reader), and last the length of the sums and their own form (see
// [Sums.MarshalBinary]). Whole numbers are little-endian uint32, others
// little-endian IEEE 754 float64. Eigenpairs are written since their signs
// are not the same everywhere.
const FormatVersion = 1

const formatName = "krigogrf"

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
}

// savedFactor is the eigenproblem of one input.
type savedFactor struct {
	Input   int         `json:"input"`
	Points  []float64   `json:"points"`
	Values  []float64   `json:"values"`
	Vectors [][]float64 `json:"vectors"` // by eigenvalue
}

// MarshalBinary returns the posterior's binary form (see [FormatVersion]): it
// predicts without its training rows. It fails for means and covariance
// functions from outside gplib and cov, which it cannot describe.
func (p *Posterior) MarshalBinary() ([]byte, error) {
	text, err := json.Marshal(p.header())
	if err != nil {
		return nil, fmt.Errorf("grief: writing a posterior: %w", err)
	}
	sums, err := p.sums.MarshalBinary()
	if err != nil {
		return nil, err
	}
	b := binary.LittleEndian.AppendUint32([]byte(formatName), FormatVersion)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
	b = append(b, text...)
	b = appendFloats(b, p.coef...)
	for i := range p.coef {
		b = appendFloats(b, p.covariance.RawRowView(i)...)
	}
	b = p.appendDraws(b)
	b = p.appendData(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(sums)))
	return append(b, sums...), nil
}

func (p *Posterior) header() header {
	h := header{
		Model: gplib.Model{Mean: p.mean, Cov: p.basis.diag, Noise: gplib.FixedGaussian(p.noise)},
		Dim:   p.basis.dim, Tuples: p.basis.index, Weights: p.weights, Rows: p.data.Len(),
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

func (p *Posterior) appendDraws(b []byte) []byte {
	if p.chains == nil {
		return b
	}
	for _, chain := range p.chains.Draws {
		for _, draw := range chain {
			b = appendFloats(b, draw...)
		}
	}
	return b
}

func (p *Posterior) appendData(b []byte) []byte {
	x, ok := p.data.X.(*cov.Matrix)
	if !ok {
		return b
	}
	b = appendFloats(b, p.data.Y...)
	for k := range x.Dim() {
		b = appendFloats(b, x.Column(k)...)
	}
	return b
}

// UnmarshalBinary replaces p by the posterior of a binary form. It fails where
// b is none, is of a newer version, or does not fit together; p is unchanged
// then.
func (p *Posterior) UnmarshalBinary(b []byte) error {
	r := &reader{rest: b}
	if string(r.take(len(formatName))) != formatName {
		return errors.New("grief: reading a posterior: this is not its binary form")
	}
	if v := r.whole(); r.err == nil && (v < 1 || v > FormatVersion) {
		return fmt.Errorf("grief: reading a posterior: version %d; this library reads 1 to %d", v, FormatVersion)
	}
	var h header
	if text := r.take(r.whole()); r.err == nil {
		r.err = json.Unmarshal(text, &h)
	}
	if r.err == nil {
		r.err = h.check()
	}
	if r.err != nil {
		return fmt.Errorf("grief: reading a posterior: %w", r.err)
	}
	next, err := h.posterior(r)
	if err != nil {
		return fmt.Errorf("grief: reading a posterior: %w", err)
	}
	*p = *next
	return nil
}

// check wants sizes that fit together, so that nothing below runs over.
func (h *header) check() error {
	if len(h.Tuples) == 0 || h.Dim < 1 || h.Rows < 0 {
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

// posterior takes the numbers behind the header.
func (h *header) posterior(r *reader) (*Posterior, error) {
	basis, err := h.basis()
	if err != nil {
		return nil, err
	}
	n := basis.Len()
	p := &Posterior{basis: basis, mean: h.Model.Mean, noise: noiseOf(h.Model), weights: h.Weights}
	p.coef = r.floats(n)
	square := r.floats(n * n)
	p.chains = h.chains(r)
	if p.data, err = h.data(r); err != nil {
		return nil, err
	}
	sums := r.take(r.whole())
	switch {
	case r.err != nil:
		return nil, r.err
	case len(r.rest) > 0:
		return nil, fmt.Errorf("%d bytes too many", len(r.rest))
	}
	p.covariance, p.sums = mat.NewDense(n, n, square), new(Sums)
	if err := p.sums.UnmarshalBinary(sums); err != nil {
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
	theta := valuesOf(h.Model.Cov.Params())
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

func (h *header) chains(r *reader) *mcmc.Chains {
	if h.Chains == nil {
		return nil
	}
	chains := *h.Chains
	for _, n := range h.Draws {
		var chain [][]float64
		for i := 0; i < n && r.err == nil; i++ {
			chain = append(chain, r.floats(len(chains.Names)))
		}
		chains.Draws = append(chains.Draws, chain)
	}
	return &chains
}

func (h *header) data(r *reader) (gplib.Data, error) {
	if h.Rows == 0 {
		return gplib.Data{}, nil
	}
	y := r.floats(h.Rows)
	columns := r.floats(h.Rows * h.Dim)
	if r.err != nil {
		return gplib.Data{}, r.err
	}
	x := mat.DenseCopyOf(mat.NewDense(h.Dim, h.Rows, columns).T())
	return gplib.NewData(cov.Points(x), y)
}

// reader takes what there is; err says that there was less.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) take(n int) []byte {
	if r.err == nil && (n < 0 || n > len(r.rest)) {
		r.err = fmt.Errorf("%d bytes are left where %d are announced", len(r.rest), n)
	}
	if r.err != nil {
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) whole() int {
	if b := r.take(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// floats takes n numbers, n < 0 where a product of sizes ran over.
func (r *reader) floats(n int) []float64 {
	if n > math.MaxInt/8 {
		n = -1
	}
	return takeFloats(r.take(8 * n))
}
