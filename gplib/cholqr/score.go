package cholqr

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// leastRest is the part of its prior variance that a point must have left to
// be a candidate.
const leastRest = 1e-6

// scorer estimates what F falls by when a point is appended, from W and V
// instead of a column of K: O(1) a point beside what all have together, no
// allocation.
type scorer struct {
	*factors
	along []float64 // WWᵀr
	cross []float64 // diag(VWᵀ)
}

// scorer prepares the estimates at the present pivots, O(nw). They are
// valid until anything else happens.
func (f *factors) scorer() scorer {
	s := scorer{f, f.long, f.other}
	fit := f.small[:len(f.info)]
	for b, w := range f.info {
		fit[b] = floats.Dot(w, f.res)
	}
	for lo := 0; lo < len(s.along); lo += partLength {
		hi := min(lo+partLength, len(s.along))
		combine(s.along[lo:hi], f.info, lo, fit)
		cross := s.cross[lo:hi]
		clear(cross)
		for b, w := range f.info {
			w, v := w[lo:hi], f.image[b][lo:hi]
			for i := range cross {
				cross[i] += w[i] * v[i]
			}
		}
	}
	return s
}

// score is the estimate for point j: equations 14 to 16 with WWᵀ for K - K̂,
// in which the element (j, j) is set right by δ = d_j - ‖w_j‖², for that is
// known. It is exact where all points are pivots of one kind or the other.
func (s scorer) score(j int) float64 {
	most, rho := s.most(j)
	return most - math.Log(rho)/2
}

// most is the estimate for point j without its logarithm of ρ² >= 1, which it
// bounds from above, and ρ².
func (s scorer) most(j int) (most, rho float64) {
	delta := s.ahead[j]
	square := max(s.rest[j]-delta, 0)
	fit := s.along[j] + delta*s.res[j]
	zeta := s.zeta[j] + 2*delta*s.cross[j] + delta*delta*(1-s.lev[j])
	eta := s.eta[j] + 2*delta*square + delta*delta
	nu := s.rest[j] + s.epsilon[j]
	rho = 1 + max(zeta, 0)/nu
	return (fit*fit/rho + s.trace*eta) / (2 * nu), rho
}

// eligible tells whether point j may become an inducing point.
func (f *factors) eligible(j int) bool {
	return !f.inducing(j) && f.rest[j] > leastRest*f.kappa[j]
}

// best is the eligible point of the highest estimate, or -1.
func (f *factors) best() (j int, estimate float64) {
	j, estimate = -1, math.Inf(-1)
	s := f.scorer()
	for i := range f.y {
		if !f.eligible(i) {
			continue
		}
		most, rho := s.most(i)
		if !(most > estimate) { // few logarithms are needed
			continue
		}
		if v := most - math.Log(rho)/2; v > estimate {
			j, estimate = i, v
		}
	}
	return j, estimate
}
