package lik

import "math"

// Bounds of the search for a quantile.
const (
	// relativeWidth is the width of the last bracket, relative to its ends. On the whole real line leastWidth is that
	// relative to the scale of the distribution: a quantile may be 0.
	relativeWidth, leastWidth = 1e-10, 1e-15
	mostWidenings             = 100
	mostNarrowings            = 300
)

// Quantile returns the smallest y with CDF(y) >= p, for p in [0, 1]: the ends of the support for 0
// and 1. Its error is at most 1e-10 of y, or 1e-15 of the scale of the distribution. It takes some ten evaluations of
// CDF.
func (o Observed) Quantile(p float64) float64 {
	s := o.Lik.Support()
	switch {
	case math.IsNaN(p) || p < 0 || p > 1:
		return math.NaN()
	case p == 0:
		return s.Min
	case p == 1:
		return s.Max
	}
	return (&quantile{Observed: o, p: p, z: normal.Quantile(p), support: s}).find()
}

// quantile is the search for the quantile of p. It compares z-scores Φ⁻¹(CDF(y)) at places u on a line on which the
// distribution is close to a normal one: a z-score is nearly linear in u.
type quantile struct {
	Observed
	p, z    float64 // z is Φ⁻¹(p)
	support Support
	scale   float64 // of the distribution on the line
}

// probe is the observation y at u, and by how much its z-score exceeds that of p: z >= 0 where CDF(y) >= p.
type probe struct{ u, y, z float64 }

// find narrows the bracket by the Illinois method: the next place is where a line through both ends is 0, and an end
// that stays twice counts half (Dowell and Jarratt 1971, BIT 11, 168-174). Where three steps have not halved the
// bracket, and where CDF is p at two places, the next place is the middle.
func (q *quantile) find() float64 {
	lo, hi := q.bracket()
	if math.IsNaN(lo.z) || math.IsNaN(hi.z) {
		return math.NaN()
	}
	moved, before, flat := 0, math.Inf(1), false
	for i := 1; hi.y-lo.y > q.tolerance(lo, hi) && i <= mostNarrowings; i++ {
		u := lo.u - lo.z*(hi.u-lo.u)/(hi.z-lo.z)
		slow := i%3 == 0 && hi.u-lo.u > before/2
		if i%3 == 0 {
			before = hi.u - lo.u
		}
		if slow || flat {
			u = math.NaN()
		}
		next := q.probe(q.inside(u, lo, hi))
		if !(next.u > lo.u && next.u < hi.u) {
			break // lo and hi are neighbours
		}
		if next.z >= 0 {
			flat = flat || next.z == 0 && hi.z == 0
			if hi = next; moved > 0 {
				lo.z /= 2
			}
			moved = 1
		} else {
			if lo = next; moved < 0 {
				hi.z /= 2
			}
			moved = -1
		}
	}
	if q.support.Whole {
		return hi.y
	}
	return lo.y + (hi.y-lo.y)/2
}

// tolerance returns the largest width of the last bracket.
func (q *quantile) tolerance(lo, hi probe) float64 {
	if q.support.Whole {
		return 1
	}
	width := relativeWidth * math.Max(math.Abs(lo.y), math.Min(math.Abs(hi.y), math.MaxFloat64))
	if math.IsInf(q.support.Min, -1) {
		width = math.Max(width, leastWidth*q.scale)
	}
	return width
}

// inside returns u, or the middle of the bracket where u is not in it. The distance from the ends is such that a
// quantile between u and an end that it is near to ends the search.
func (q *quantile) inside(u float64, lo, hi probe) float64 {
	width := hi.u - lo.u
	if !(u >= lo.u && u <= hi.u) || math.IsInf(hi.z-lo.z, 0) {
		u = lo.u + width/2
	}
	if q.support.Whole {
		return math.Max(lo.y+1, math.Min(math.Floor(u), hi.y-1))
	}
	margin := 0.4 * width * q.tolerance(lo, hi) / (hi.y - lo.y)
	return math.Max(lo.u+margin, math.Min(u, hi.u-margin))
}

// bracket returns places with CDF < p and CDF >= p. It begins at the quantile of a normal distribution on the line.
func (q *quantile) bracket() (lo, hi probe) {
	here := q.probe(q.centre() + q.z*q.scale)
	step := 1.25 * q.scale * math.Max(1e-3, math.Min(math.Abs(here.z), 1))
	if q.support.Whole {
		step = math.Ceil(step)
	}
	lo, hi = here, here
	for range mostWidenings {
		switch {
		case lo.z >= 0:
			hi, lo = lo, q.probe(lo.u-step)
		case hi.z < 0:
			lo, hi = hi, q.probe(hi.u+step)
		default:
			return lo, hi
		}
		step *= 2
	}
	return lo, hi
}

// probe evaluates CDF at a place. Ends of the support bound the quantile.
func (q *quantile) probe(u float64) probe {
	y := q.support.at(u)
	if q.support.Whole {
		u = y
	}
	if y >= q.support.Max {
		return probe{u, y, math.Inf(1)}
	}
	if y < q.support.Min || y == q.support.Min && !q.support.Whole {
		return probe{u, y, math.Inf(-1)}
	}
	cdf := q.CDF(y)
	z := normal.Quantile(cdf) - q.z
	if cdf >= q.p {
		return probe{u, y, math.Max(z, 0)}
	}
	return probe{u, y, math.Min(z, -math.SmallestNonzeroFloat64)}
}

// centre returns the place of the mean, and sets the scale.
func (q *quantile) centre() float64 {
	mean, variance := q.Moments()
	if given, _ := q.Lik.Moments(q.Mean); math.IsNaN(mean) || math.IsInf(mean, 0) {
		mean = given
	}
	sd := math.Sqrt(variance)
	if !(sd > 0) || math.IsInf(sd, 0) {
		sd = math.Max(math.Sqrt(q.Var), 1e-3*math.Max(1, math.Abs(mean)))
	}
	if q.scale = sd; q.support.line() {
		return math.Max(q.support.Min, math.Min(mean, q.support.Max))
	}
	u, slope := q.support.place(mean)
	q.scale = math.Sqrt(math.Log1p(math.Pow(slope*sd, 2))) // exact for a log-normal distribution
	if !(q.scale > 0) || math.IsInf(q.scale, 0) {
		q.scale = 1
	}
	const far = 700 // a mean may be rounded to an end of the support
	return math.Max(-far, math.Min(u, far))
}

// place returns the place of an observation between ends on the line, and its derivative.
func (s Support) place(y float64) (u, slope float64) {
	if math.IsInf(s.Max, 1) {
		return math.Log(y - s.Min), 1 / (y - s.Min)
	}
	return math.Log((y - s.Min) / (s.Max - y)), (s.Max - s.Min) / ((y - s.Min) * (s.Max - y))
}

// at is the inverse of place. Places beyond the support are its ends, and below whole numbers the number before.
func (s Support) at(u float64) float64 {
	switch {
	case s.Whole:
		return math.Max(s.Min-1, math.Min(math.Floor(u), s.Max))
	case s.line():
		return math.Min(u, s.Max)
	case math.IsInf(s.Max, 1):
		return s.Min + math.Exp(u)
	}
	if u < 0 {
		e := math.Exp(u)
		return s.Min + (s.Max-s.Min)*(e/(1+e))
	}
	return s.Min + (s.Max-s.Min)/(1+math.Exp(-u))
}

// line reports whether observations are places themselves.
func (s Support) line() bool { return s.Whole || math.IsInf(s.Min, -1) }
