package cholqr

import (
	"fmt"
	"math"
	"time"

	"gonum.org/v1/gonum/floats"
)

// Swap is one attempt to exchange an inducing point.
type Swap struct {
	// Epoch counts from 0.
	Epoch int
	// Out and In are the positions, among the data, of the inducing point
	// dropped and of the point proposed for its place; In is -1 where no point
	// was eligible.
	Out, In int
	// Estimate is the estimated fall of the objective when In joins the others,
	// Gain the exact fall, and Rise the cost of dropping Out: the attempt lowers
	// the objective by Gain - Rise. Gain is 0 where In is Out or -1.
	Estimate, Gain, Rise float64
	// Accepted reports whether the exchange was made.
	Accepted bool
	// Value is the objective afterwards.
	Value float64
	// Elapsed is the wall time of the attempt, with its share of fresh information
	// pivots.
	Elapsed time.Duration
}

// String shows the attempt.
func (s Swap) String() string {
	verb := "keeps"
	if s.Accepted {
		verb = "exchanges"
	}
	return fmt.Sprintf("epoch %d %s %d for %d: gain %.4g - rise %.4g", s.Epoch, verb, s.Out, s.In, s.Gain, s.Rise)
}

// leastDecrease is the part of |F| that an exchange must save to be accepted.
const leastDecrease = 1e-6

// swap tries to exchange the inducing point at place a (section 4.1 of the
// paper): it is dropped, candidates of the highest estimates are evaluated
// exactly, and the best of them takes the place only where F falls. z is the
// number of information pivots to keep.
func (f *factors) swap(a, z, candidates int) Swap {
	s := Swap{Out: f.pivots[a], In: -1, Value: f.value()}
	s.Rise = f.drop(a)
	s.Accepted = f.propose(&s, candidates) && s.Gain-s.Rise > leastDecrease*math.Abs(s.Value)
	if s.Accepted {
		f.accept(z)
		s.Value = f.value()
	} else {
		f.undoDrop()
	}
	return s
}

// propose finds the point to replace the dropped one. The dropped point itself
// needs no evaluation: its gain would be the rise of F. propose returns false
// without another point.
func (f *factors) propose(s *Swap, candidates int) bool {
	best := f.best(candidates)
	if len(best.points) == 0 {
		return false
	}
	s.In, s.Estimate = best.points[0], best.estimates[0]
	best.remove(s.Out)
	if len(best.points) == 0 {
		return false
	}
	b := floats.MaxIdx(f.evaluate(best.points))
	s.In, s.Estimate, s.Gain = best.points[b], best.estimates[b], f.choose(b)
	return true
}

// accept makes the candidate that was chosen last the last inducing point, in place of the dropped one if any,
// and leaves at most z information pivots. The candidate goes through W, so that the partial Cholesky
// factorisation still continues that of the inducing points.
func (f *factors) accept(z int) {
	f.orthogonalise()
	o := f.leave()
	if z == 0 || f.at[f.next.j] < 0 && !f.join() {
		f.clearInformation()
		f.append(o)
		return
	}
	f.forward(f.at[f.next.j])
	f.promote(o)
	for f.w > z {
		f.dropInformation()
	}
}

// append is accept without information pivots.
func (f *factors) append(o turning) {
	j := f.next.j
	f.pivots = append(f.pivots[:f.k], j)
	f.at[j] = f.k
	f.enter(o)
	copy(f.ahead, f.rest)
}
