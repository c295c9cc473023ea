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
// paper): it is moved to the end and dropped, the candidate of the highest
// estimate is evaluated exactly, and it takes the place only where F falls.
// z is the number of information pivots to keep.
func (f *factors) swap(a, z int) Swap {
	f.moveLast(a)
	s := Swap{Out: f.pivots[f.k-1], Rise: f.dropRise(), Value: f.value()}
	f.drop()
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
// point, after another one was dropped, and leaves at most z information
// pivots. The candidate goes through W, so that the partial Cholesky
// factorisation still continues that of the inducing points.
func (f *factors) accept(z int) {
	j := f.next.j
	if z > 0 && f.at[j] < 0 {
		f.addInformation([]int{j})
	}
	if z == 0 || f.at[j] < 0 {
		f.clearInformation()
		f.append()
		return
	}
	f.forward(f.at[j])
	f.promote()
	for f.w > z {
		f.dropInformation()
	}
}
