package grief

import (
	"errors"
	"fmt"
	"slices"

	"krigo/gplib"
	"krigo/gplib/param"
)

// Condition is the posterior of k̃ on a basis given the sums of all rows, which may
// be those of parts that were summed elsewhere, at weights of 1: what a learner
// ends with, at the parameters of m. The basis must be that of m's covariance
// function; where m has a mean function, the sums are those of the rows less it.
// It also returns the log marginal likelihood. O(p³) time.
func Condition(m gplib.Model, b *Basis, s *Sums) (p *Posterior, logLikelihood float64, err error) {
	if b == nil || s == nil || m.Cov == nil {
		return nil, 0, errors.New("grief: Condition: the basis, the sums or the covariance function is nil")
	}
	if s.Basis != b.fingerprint() || s.Len() != b.Len() {
		return nil, 0, fmt.Errorf("grief: Condition: the sums are on another basis (%d functions, here %d)", s.Len(), b.Len())
	}
	if theta := param.Values(m.Cov.Params()); !slices.Equal(theta, b.theta) {
		return nil, 0, fmt.Errorf("grief: Condition: the basis is that of a covariance function with parameters %v, the model has %v", b.theta, theta)
	}
	if err := checkNoise(m); err != nil {
		return nil, 0, err
	}
	e, err := newEvidence(s, ones(b.Len()), noiseOf(m))
	if err != nil {
		return nil, 0, err
	}
	return b.posterior(s, e, m.Mean), e.value, nil
}

// posterior is that of sums at the noise and weights of an evidence.
func (b *Basis) posterior(s *Sums, e *evidence, mean gplib.Mean) *Posterior {
	return &Posterior{basis: b, sums: s, coef: e.coef, covariance: e.covariance(), noise: e.noise, weights: e.w, mean: mean}
}
