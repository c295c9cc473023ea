package gplib

import (
	"fmt"
	"math"
)

// Interval returns the bounds of the central interval that holds the latent
// f with probability p, at each point. p is a number from 0, where both
// bounds are the mean, to 1, where they are infinite; others count as the
// nearer of these.
func (q Prediction) Interval(p float64) (lower, upper []float64) { return interval(q.Mean, q.Var, p) }

// IntervalY is [Prediction.Interval] for a new observation y.
func (q Prediction) IntervalY(p float64) (lower, upper []float64) { return interval(q.Mean, q.VarY, p) }

// Std returns the standard deviation of the latent f at each point.
func (q Prediction) Std() []float64 { return roots(q.Var) }

// StdY returns the standard deviation of a new observation at each point.
func (q Prediction) StdY() []float64 { return roots(q.VarY) }

// String says the size.
func (q Prediction) String() string {
	return fmt.Sprintf("prediction at %d points", len(q.Mean))
}

func interval(mean, variance []float64, p float64) (lower, upper []float64) {
	lower, upper = make([]float64, len(mean)), make([]float64, len(mean))
	z := halfWidth(p)
	for i, m := range mean {
		w := 0.0
		if variance[i] > 0 {
			w = z * math.Sqrt(variance[i])
		}
		lower[i], upper[i] = m-w, m+w
	}
	return lower, upper
}

// halfWidth is the z with P(|N(0, 1)| < z) = p.
func halfWidth(p float64) float64 {
	switch {
	case !(p > 0):
		return 0
	case p >= 1:
		return math.Inf(1)
	}
	return math.Sqrt2 * math.Erfinv(p)
}

func roots(v []float64) []float64 {
	s := make([]float64, len(v))
	for i, x := range v {
		s[i] = math.Sqrt(x)
	}
	return s
}
