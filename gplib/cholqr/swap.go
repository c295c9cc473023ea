package cholqr

import (
	"fmt"
	"math"
	"time"
)

// Swap is one attempt to exchange an inducing point.
type Swap struct {
	// Epoch counts from 0.
	Epoch int
	// Out and In are the positions, among the data, of the inducing point
	// dropped and of the point proposed for its place; In is -1 where no point
	// was eligible.
	Out, In int
	// Estimate is by what the objective was estimated to fall when In joins
	// the others, Gain by what it does, and Rise what dropping Out costs: the
	// attempt lowers it by Gain - Rise. Gain is 0 where In is Out or -1.
	Estimate, Gain, Rise float64
	// Accepted tells whether the exchange was made.
	Accepted bool
	// Value is the objective afterwards.
	Value float64
	// Elapsed is the wall time of the attempt, with its share in fresh
	// information pivots.
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
// paper): it is dropped, the candidate of the highest estimate is evaluated
// exactly, and it takes the place only where F falls. z is the number of
// information pivots to keep.
func (f *factors) swap(a, z int) Swap {
	s := Swap{Out: f.pivots[a], Value: f.value()}
	s.Rise = f.drop(a)
	s.In, s.Estimate = f.best()
	if s.In >= 0 && s.In != s.Out {
		s.Gain = f.gain(s.In)
		s.Accepted = s.Gain-s.Rise > leastDecrease*math.Abs(s.Value)
	}
	if s.Accepted {
		f.accept(z)
		s.Value = f.value()
	} else {
		f.undoDrop()
	}
	return s
}

// accept makes the candidate that gain was asked for last the last inducing
// point, in the place of the dropped one if there is one, and leaves at most z
// information pivots. The candidate goes through W, so that the partial
// Cholesky factorisation still continues that of the inducing points.
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

// append is accept where there are no information pivots.
func (f *factors) append(o turning) {
	j := f.next.j
	f.pivots = append(f.pivots[:f.k], j)
	f.at[j] = f.k
	f.enter(o)
	copy(f.ahead, f.rest)
}
