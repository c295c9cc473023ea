package bo

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib/optim"
	"krigo/gplib/parallel"
)

// Effort of the search for the greatest acquisition.
const (
	candidates   = 512  // spread over the region
	perturbed    = 128  // about the best evaluated points
	parents      = 5    // of these
	ascents      = 6    // from the best candidates
	ascentSteps  = 60   // of each, at most
	ascentSlope  = 1e-6 // of its end
	discreteHops = 20   // of a search among neighbours, at most
)

// search looks for the greatest acquisition.
type search struct {
	*acquisition
	within box
	rng    *rand.Rand
	// near are the places of the best evaluations, and taken those of all, which are not proposed again if there is
	// another point.
	near, taken [][]float64
}

// peak is a point with its acquisition.
type peak struct {
	t     []float64
	value float64
}

// maximise returns the best point found.
func (s *search) maximise(ctx context.Context) ([]float64, error) {
	pool, err := s.pool()
	if err != nil {
		return nil, err
	}
	values, err := s.values(pool)
	if err != nil {
		return nil, err
	}
	starts := s.starts(values)
	ends, failures := make([]peak, len(starts)), make([]error, len(starts))
	parallel.Each(len(starts), true, func(i int) {
		k := starts[i]
		ends[i], failures[i] = s.climb(ctx, peak{pool[k], values[k]})
	})
	for _, err := range failures {
		if err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, t := range pool {
		ends = append(ends, peak{t, values[i]})
	}
	slices.SortStableFunc(ends, func(a, b peak) int { return cmp.Compare(b.value, a.value) })
	for _, e := range ends {
		if !s.isTaken(e.t) {
			return e.t, nil
		}
	}
	return ends[0].t, nil
}

// isTaken reports whether the point was evaluated.
func (s *search) isTaken(t []float64) bool {
	const same = 1e-9
	return slices.ContainsFunc(s.taken, func(old []float64) bool { return floats.Distance(old, t, math.Inf(1)) < same })
}

// pool returns the candidates: points spread over the region, and points about the best evaluations.
func (s *search) pool() ([][]float64, error) {
	pool, err := s.space.drawIn(candidates, s.within, s.rng)
	if err != nil {
		return nil, err
	}
	for i := range perturbed {
		if len(s.near) == 0 {
			break
		}
		t := s.mutated(s.near[i%len(s.near)])
		if s.space.allowed(t) {
			pool = append(pool, t)
		}
	}
	return pool, nil
}

// mutated returns a point near t: at a distance between a thousandth and a tenth of the region, in some of the
// dimensions.
func (s *search) mutated(t []float64) []float64 {
	next := s.within.clip(slices.Clone(t))
	spread := math.Pow(10, -1-2*s.rng.Float64())
	some := min(1, 5/float64(len(t)))
	for k, d := range s.space.dims {
		switch {
		case s.rng.Float64() > some:
		case d.Kind == CategoricalKind:
			next[k] = s.rng.Float64()
		case d.Kind == IntegerKind:
			next[k] += s.rng.NormFloat64() * max(spread, 1/(d.Hi-d.Lo))
		default:
			next[k] += s.rng.NormFloat64() * spread * (s.within.hi[k] - s.within.lo[k])
		}
	}
	s.within.clip(next)
	s.space.settle(next)
	return next
}

// starts returns the positions of the candidates from which to climb: the best, the best of those about evaluated
// points, and others drawn with probabilities that grow with their standardised values.
func (s *search) starts(values []float64) []int {
	n := len(values)
	keys, sd := make([]float64, n), 0.0
	mean := floats.Sum(values) / float64(n)
	for _, v := range values {
		sd += (v - mean) * (v - mean) / float64(n)
	}
	sd = math.Sqrt(sd)
	for i, v := range values {
		gumbel := -math.Log(-math.Log(s.rng.Float64()))
		keys[i] = gumbel
		if sd > 0 {
			keys[i] += 2 * (v - mean) / sd
		}
	}
	keys[floats.MaxIdx(values)] = math.Inf(1)
	if n > candidates {
		keys[candidates+floats.MaxIdx(values[candidates:])] = math.Inf(1)
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[b], keys[a]) })
	return order[:min(ascents, n)]
}

// climb ascends in the continuous dimensions and moves to better neighbours in the discrete ones, by turns.
func (s *search) climb(ctx context.Context, from peak) (peak, error) {
	for range discreteHops {
		if ctx.Err() != nil {
			return from, nil
		}
		top, err := s.ascend(from)
		if err != nil {
			return from, err
		}
		next, err := s.neighbour(top)
		if err != nil {
			return from, err
		}
		if !(next.value > top.value) {
			return top, nil
		}
		from = next
	}
	return from, nil
}

// neighbour returns the best of the points that differ from p in one discrete dimension, by one or to another level;
// its value is -Inf if there is none.
func (s *search) neighbour(p peak) (peak, error) {
	var all [][]float64
	for k, d := range s.space.dims {
		if !d.discrete() {
			continue
		}
		for _, v := range d.others(d.natural(p.t[k])) {
			t := slices.Clone(p.t)
			t[k] = d.place(v)
			if s.within.has(t) && s.space.allowed(t) {
				all = append(all, t)
			}
		}
	}
	if all == nil {
		return peak{value: math.Inf(-1)}, nil
	}
	values, err := s.values(all)
	if err != nil {
		return peak{}, err
	}
	best := floats.MaxIdx(values)
	return peak{all[best], values[best]}, nil
}

// others returns the neighbours of a value of a discrete dimension: the integers next to it, or all other levels.
func (d Dimension) others(at float64) []float64 {
	lo, hi := d.Lo, d.Hi
	if d.Kind == IntegerKind {
		lo, hi = max(lo, at-1), min(hi, at+1)
	}
	var all []float64
	for v := lo; v <= hi; v++ {
		if v != at {
			all = append(all, v)
		}
	}
	return all
}

// ascend returns a local maximum in the continuous dimensions.
func (s *search) ascend(from peak) (peak, error) {
	lo, hi := slices.Clone(s.within.lo), slices.Clone(s.within.hi)
	moves := false
	for k, d := range s.space.dims {
		if d.discrete() {
			lo[k], hi[k] = from.t[k], from.t[k]
			continue
		}
		moves = true
	}
	if !moves {
		return from, nil
	}
	f := &negative{acquisition: s.acquisition}
	if len(s.space.rows) > 0 {
		p := s.space.polytope(box{lo, hi})
		return s.projected(f, p, from), f.err
	}
	q := &optim.QuasiNewton{F: f, Lo: lo, Hi: hi, Furthest: 0.2}
	ok := q.Begin(from.t)
	for step := 0; ok && step < ascentSteps && q.GradNorm() > ascentSlope; step++ {
		ok = q.Next()
	}
	if f.err != nil || !(-q.Value > from.value) {
		return from, f.err
	}
	return peak{q.X, -q.Value}, nil
}

// negative is the acquisition as a function to be minimised.
type negative struct {
	*acquisition
	grad []float64
	err  error
}

// Value implements [optim.Function].
func (f *negative) Value(t []float64) float64 {
	f.grad = make([]float64, len(t))
	v, err := f.gradient(f.grad, t)
	if err != nil {
		f.err = err
		return math.Inf(1)
	}
	floats.Scale(-1, f.grad)
	return -v
}

// Gradient implements [optim.Function].
func (f *negative) Gradient(dst, _ []float64) bool {
	copy(dst, f.grad)
	return f.err == nil
}

// Constants of the spectral projected gradient.
const (
	sufficient             = 1e-4
	leastStep, longestStep = 1e-10, 1e10
	halvings               = 20
)

// projected returns a local maximum in the polytope p, by the spectral projected gradient (Birgin et al. 2000, with a
// monotone line search). Every point that it returns is one of the space.
func (s *search) projected(f *negative, p polytope, from peak) peak {
	at, value := slices.Clone(from.t), f.Value(from.t)
	grad := slices.Clone(f.grad)
	step := 0.1 / max(floats.Norm(grad, 2), leastStep)
	for range ascentSteps {
		towards := slices.Clone(at)
		floats.AddScaled(towards, -step, grad)
		dir := floats.SubTo(make([]float64, len(at)), p.project(towards), at)
		slope := floats.Dot(dir, grad)
		if !(slope < 0) || floats.Norm(dir, math.Inf(1)) < ascentSlope*min(1, step) {
			break
		}
		next, lower, ok := s.lower(f, at, dir, value, slope)
		if !ok {
			break
		}
		moved := floats.SubTo(make([]float64, len(at)), next, at)
		bent := floats.Dot(moved, floats.SubTo(make([]float64, len(at)), f.grad, grad))
		step = longestStep
		if bent > 0 {
			step = min(max(floats.Dot(moved, moved)/bent, leastStep), longestStep)
		}
		at, value, grad = next, lower, slices.Clone(f.grad)
	}
	if !(-value > from.value) {
		return from
	}
	return peak{at, -value}
}

// lower returns a lower point on the segment at + dir that is one of the space.
func (s *search) lower(f *negative, at, dir []float64, value, slope float64) (next []float64, lower float64, ok bool) {
	part := 1.0
	for range halvings {
		next = slices.Clone(at)
		floats.AddScaled(next, part, dir)
		if s.space.allowed(next) {
			if lower = f.Value(next); lower <= value+sufficient*part*slope {
				return next, lower, true
			}
		}
		part /= 2
	}
	return nil, 0, false
}
