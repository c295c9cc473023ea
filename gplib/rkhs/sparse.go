package rkhs

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/inducing"
	"krigo/gplib/internal/form"
)

// SparsePosterior is the variational posterior that [SVGP] learns: with
// a = L⁻¹k(X_m, x) its marginals are aᵀm and k(x, x) - ‖a‖² + aᵀQa.
type SparsePosterior struct{ *inducing.Posterior }

func init() { gplib.RegisterPosterior(&SparsePosterior{}) }

// Extend returns the posterior given more data too; see
// [inducing.Posterior.Extend].
func (p *SparsePosterior) Extend(more gplib.Data) (gplib.Posterior, error) {
	extended, err := p.Posterior.Extend(more)
	if err != nil {
		return nil, err
	}
	return &SparsePosterior{extended.(*inducing.Posterior)}, nil
}

// MarshalBinary returns the posterior's binary form, which [gplib.Load] reads.
// It fails for feature maps from outside package feature.
func (p *SparsePosterior) MarshalBinary() ([]byte, error) {
	b, err := p.Posterior.MarshalBinary()
	if err != nil {
		return nil, err
	}
	f := form.New(p, formatVersion)
	f.Bytes("sparse", b)
	return f.Seal()
}

// UnmarshalBinary replaces p by the posterior of a binary form. Where it fails p
// is unchanged.
func (p *SparsePosterior) UnmarshalBinary(b []byte) error {
	return form.Restore(p, b, formatVersion, func(r *form.Reader) (*SparsePosterior, error) {
		read := &SparsePosterior{new(inducing.Posterior)}
		return read, read.Posterior.UnmarshalBinary(r.Bytes("sparse"))
	})
}

// posterior returns a function that makes the variational posterior at the
// present point, given the learned model.
func (v *variational) posterior(s *state, d gplib.Data) func(learned gplib.Model) (*SparsePosterior, error) {
	if v.natural == 0 {
		v.expandQ()
	}
	points := cov.Points(mat.NewDense(v.inducing, v.p, s.own[:v.inducing*v.p]))
	mean, q := slices.Clone(v.m), mat.DenseCopyOf(v.q)
	return func(learned gplib.Model) (*SparsePosterior, error) {
		variances := make([]float64, v.inducing)
		learned.Cov.Diag(variances, points)
		jitter := v.jitter*floats.Sum(variances)/float64(v.inducing) + leastJitter
		p, err := inducing.Sparse{Points: points, Jitter: jitter}.Gaussian(learned, d, mean, mat.DenseCopyOf(q))
		if err != nil {
			return nil, fmt.Errorf("rkhs: SVGP: %w", err)
		}
		return &SparsePosterior{p}, nil
	}
}
