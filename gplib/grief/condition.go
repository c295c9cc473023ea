package grief

import "krigo/gplib"

// posterior returns the posterior given sums, at the noise and weights of an
// evidence.
func (b *Basis) posterior(s *Sums, e *evidence, mean gplib.Mean) *Posterior {
	return &Posterior{basis: b, sums: s, coef: e.coef, covariance: e.covariance(), noise: e.noise, weights: e.w, mean: mean}
}
