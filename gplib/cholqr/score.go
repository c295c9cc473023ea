package cholqr

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// leastRest is the part of its prior variance that a point must have left to
// be a candidate.
const leastRest = 1e-6

// scorer estimates the fall of F when a point is appended, from W and V instead
// of a column of K: O(1) a point after the common work, no allocation.
type scorer struct {
	*factors
	along []float64 // WWᵀr
	cross []float64 // diag(VWᵀ)
}

// scorer prepares the estimates at the present pivots, O(nw). They are valid
// until the factors change.
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

// score returns the estimate for point j: equations 14 to 16 with WWᵀ for K -
// K̂, whose element (j, j) is corrected by the known δ = d_j - ‖w_j‖². It is
// exact where all points are pivots of one kind or the other.
func (s scorer) score(j int) float64 {
	most, rho := s.most(j)
	return most - math.Log(rho)/2
}

// most returns ρ² and the estimate for point j without the logarithm of ρ² >=
// 1: an upper bound of the estimate.
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

// eligible reports whether point j may become an inducing point.
func (f *factors) eligible(j int) bool {
	return !f.inducing(j) && f.rest[j] > leastRest*f.kappa[j]
}

// best returns the count eligible points of the highest estimates, or all if
// they are fewer. They are valid until the next call.
func (f *factors) best(count int) *ranking {
	r := &f.ranking
	r.clear(count)
	s := f.scorer()
	for j := range f.y {
		if !f.eligible(j) {
			continue
		}
		if most, rho := s.most(j); most > r.least() { // few logarithms are needed
			r.insert(j, most-math.Log(rho)/2)
		}
	}
	return r
}

// ranking is points with their estimates, the highest first, equals in the
// order in which they came.
type ranking struct {
	most      int // as many are kept
	points    []int
	estimates []float64
}

func (r *ranking) clear(most int) {
	r.most, r.points, r.estimates = most, r.points[:0], r.estimates[:0]
}

// least returns the value that an estimate must exceed to be kept.
func (r *ranking) least() float64 {
	if len(r.points) < r.most {
		return math.Inf(-1)
	}
	return r.estimates[r.most-1]
}

func (r *ranking) insert(j int, estimate float64) {
	if !(estimate > r.least()) {
		return
	}
	kept := min(len(r.points), r.most-1)
	r.points, r.estimates = r.points[:kept], r.estimates[:kept]
	at := kept
	for at > 0 && r.estimates[at-1] < estimate {
		at--
	}
	r.points, r.estimates = slices.Insert(r.points, at, j), slices.Insert(r.estimates, at, estimate)
}

// remove removes point j, if present.
func (r *ranking) remove(j int) {
	if at := slices.Index(r.points, j); at >= 0 {
		r.points, r.estimates = slices.Delete(r.points, at, at+1), slices.Delete(r.estimates, at, at+1)
	}
}
