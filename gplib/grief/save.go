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
)

// FormatVersion is the version of the binary forms of [Posterior], [Sums] and the
// other values that are sent. Newer versions are refused, older ones are read. Since
// format 3 a basis's identity includes its eigenpairs: [Sums] written alone in an
// older format cannot be added to others.
//
// They are forms of package gplib/internal/form. The header of a posterior, in
// JSON, is the model with its mean noise, the eigenpairs of the factors, the
// tuples, the weights, and the chains without their draws. Eigenpairs are
// written since their signs differ between machines. If the rows were a
// reader's, the form has no data.
const FormatVersion = 3

func init() { gplib.RegisterPosterior(&Posterior{}) }

// header is the JSON part.
type header struct {
	savedBasis
	Weights []float64    `json:"weights"`
	Chains  *mcmc.Chains `json:"chains,omitempty"` // without Draws
	Draws   []int        `json:"draws,omitempty"`  // their number by chain
	Rows    int          `json:"rows"`             // n
	// Average reports whether the coefficients' moments are averages over weights.
	Average bool `json:"average,omitempty"`
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
	f.Data(form.Data(p.data))
	f.Bytes("sums", sums)
	return f.Seal()
}

func (p *Posterior) header() header {
	h := header{
		savedBasis: p.basis.saved(p.mean, p.noise), Weights: p.weights, Rows: p.data.Len(), Average: p.average,
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

// draws returns the draws of all chains, one after another.
func (p *Posterior) draws() [][]float64 {
	if p.chains == nil {
		return nil
	}
	return slices.Concat(p.chains.Draws...)
}

// numbers are the numbers that follow a header.
type numbers struct {
	coef, covariance, draws []float64
	data                    gplib.Data
	sums                    []byte
}

// UnmarshalBinary replaces p by the posterior of a binary form, of format 1
// too. It fails if b is not such a form, is of a newer version, or is
// inconsistent; p is unchanged then.
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
		v := &numbers{coef: r.Floats("coefficients"), covariance: r.Floats("covariance"), draws: r.Floats("draws"), sums: r.Bytes("sums"), data: gplib.Data(r.Data())}
		if r.Err() != nil {
			return nil, r.Err()
		}
		return h.posterior(v)
	})
}

// format1 is the first bytes of forms of format 1.
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

// check returns an error unless the sizes are consistent, so that no index is out
// of range later.
func (h *header) check() error {
	if h.Rows < 0 || h.Rows > math.MaxInt32 {
		return fmt.Errorf("%d rows", h.Rows)
	}
	for _, n := range h.Draws {
		if h.Chains == nil || n < 0 {
			return fmt.Errorf("%v draws do not fit the chains", h.Draws)
		}
	}
	return h.savedBasis.check()
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
	if p.sums.Len() != n || p.sums.Basis != basis.fingerprint() && p.sums.Basis != basis.fingerprint2() {
		return nil, errors.New("the sums are on another basis")
	}
	p.sums.Basis = basis.fingerprint()
	return p, nil
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
