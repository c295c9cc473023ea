package bo

import (
	"errors"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// generator returns the generator of one purpose of a run.
func generator(seed, purpose uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, purpose)) }

// bases are those of the Halton sequence. In more dimensions they would need more points than are drawn, and
// independent points cover the cube as well.
var bases = []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89}

// spread returns n points of [0, 1]^d: of a scrambled Halton sequence, or independent ones.
func spread(n, d int, rng *rand.Rand) [][]float64 {
	all := make([][]float64, n)
	for i := range all {
		all[i] = make([]float64, d)
		for k := range d {
			if d > len(bases) {
				all[i][k] = rng.Float64()
			}
		}
	}
	if d <= len(bases) {
		for k, base := range bases[:d] {
			invert(all, k, base, rng)
		}
	}
	return all
}

// invert sets coordinate k of point i to the digits of i behind the point, in the order from the last: each digit is
// permuted at random, also those that are 0 in all i (Owen 2017, "A randomized Halton algorithm in R").
func invert(all [][]float64, k, base int, rng *rand.Rand) {
	place := 1
	for unit := 1 / float64(base); 1-unit < 1; unit /= float64(base) {
		digits := rng.Perm(base)
		for i := range all {
			all[i][k] += float64(digits[i/place%base]) * unit
		}
		place *= base
	}
}

// draw returns n points of the space, as places, spread over it.
func (s *Space) draw(n int, rng *rand.Rand) ([][]float64, error) {
	return s.drawIn(n, cube(len(s.dims)), rng)
}

// box is a box of places.
type box struct{ lo, hi []float64 }

// cube returns the box [0, 1]^d.
func cube(d int) box {
	b := box{make([]float64, d), make([]float64, d)}
	floats.AddConst(1, b.hi)
	return b
}

// has reports whether a place is in the box, but for rounding.
func (b box) has(t []float64) bool {
	for k, v := range t {
		if v < b.lo[k]-1e-9 || v > b.hi[k]+1e-9 {
			return false
		}
	}
	return true
}

// at returns the place in the box of a point of [0, 1]^d.
func (b box) at(u []float64) []float64 {
	t := make([]float64, len(u))
	for k, v := range u {
		t[k] = b.lo[k] + v*(b.hi[k]-b.lo[k])
	}
	return t
}

// rejections is the number of points that are drawn for one that satisfies the linear constraints, before a random walk
// looks for it.
const rejections = 20

var errEmpty = errors.New("bo: found no point that satisfies all linear constraints")

// drawIn returns n points of the space in a box, as places.
func (s *Space) drawIn(n int, within box, rng *rand.Rand) ([][]float64, error) {
	if len(s.rows) == 0 {
		all := spread(n, len(s.dims), rng)
		for i, u := range all {
			all[i] = within.at(u)
			s.settle(all[i])
		}
		return all, nil
	}
	var all [][]float64
	for _, u := range spread(rejections*n, len(s.dims), rng) {
		t := within.at(u)
		s.settle(t)
		if s.allowed(t) {
			if all = append(all, t); len(all) == n {
				return all, nil
			}
		}
	}
	return s.walk(all, n, within, rng)
}

// walk adds points to all until there are n, by hit-and-run steps inside the polytope of the linear constraints (Smith
// 1984), whose rounded points may have to be drawn again.
func (s *Space) walk(all [][]float64, n int, within box, rng *rand.Rand) ([][]float64, error) {
	p := s.polytope(within)
	at := p.inside(rng)
	for range 200 * n {
		at = p.hit(at, rng)
		t := append([]float64(nil), at...)
		for k, d := range s.dims {
			if d.Kind == CategoricalKind {
				t[k] = rng.Float64()
			}
		}
		s.settle(t)
		if !s.allowed(t) {
			continue
		}
		if all = append(all, t); len(all) == n {
			return all, nil
		}
	}
	if len(all) == 0 {
		return nil, errEmpty
	}
	for len(all) < n { // few integers satisfy the constraints
		all = append(all, append([]float64(nil), all[rng.IntN(len(all))]...))
	}
	return all, nil
}

// inside returns a point that is in the interior of the polytope, if it has one: the mean of projections.
func (p polytope) inside(rng *rand.Rand) []float64 {
	d := len(p.lo)
	mean, many := make([]float64, d), 4*d
	for _, u := range spread(many, d, rng) {
		floats.AddScaled(mean, 1/float64(many), p.project(p.at(u)))
	}
	return mean
}

// polytope is the set of places t in a box with rows·t <= most.
type polytope struct {
	box
	rows [][]float64
	most []float64
}

// polytope returns the linear constraints on places, without the rounding of integers.
func (s *Space) polytope(within box) polytope {
	p := polytope{box: within}
	for i, row := range s.rows {
		a, most := make([]float64, len(row)), s.linear[i].AtMost
		for k, c := range row {
			a[k] = c * (s.dims[k].Hi - s.dims[k].Lo)
			most -= c * s.dims[k].Lo
		}
		p.rows, p.most = append(p.rows, a), append(p.most, most)
	}
	return p
}

// hit returns a point that is uniform on the segment of the polytope through at in a random direction. From a point
// outside it returns one nearer to it.
func (p polytope) hit(at []float64, rng *rand.Rand) []float64 {
	dir := make([]float64, len(at))
	for k := range dir {
		dir[k] = rng.NormFloat64()
	}
	lo, hi := math.Inf(-1), math.Inf(1)
	cut := func(slope, slack float64) { // slope·step <= slack
		slack = max(slack, 0)
		switch {
		case slope > 0:
			hi = min(hi, slack/slope)
		case slope < 0:
			lo = max(lo, slack/slope)
		}
	}
	for k, v := range dir {
		cut(v, p.hi[k]-at[k])
		cut(-v, at[k]-p.lo[k])
	}
	for i, row := range p.rows {
		cut(floats.Dot(row, dir), p.most[i]-floats.Dot(row, at))
	}
	next := append([]float64(nil), at...)
	floats.AddScaled(next, lo+rng.Float64()*(hi-lo), dir)
	return next
}

// Limits of the projection, which is exact where no linear constraint binds.
const (
	projections    = 200
	projectionNear = 1e-12
)

// project returns the point of the polytope nearest to t, by the algorithm of Dykstra (1983).
func (p polytope) project(t []float64) []float64 {
	at := p.clip(append([]float64(nil), t...))
	if len(p.rows) == 0 {
		return at
	}
	copy(at, t)
	sets := len(p.rows) + 1
	residual := make([][]float64, sets)
	for i := range residual {
		residual[i] = make([]float64, len(t))
	}
	for range projections {
		moved := 0.0
		for i := range sets {
			before := append([]float64(nil), at...)
			floats.Add(at, residual[i])
			shifted := append([]float64(nil), at...)
			if i == len(p.rows) {
				p.clip(at)
			} else if over := floats.Dot(p.rows[i], at) - p.most[i]; over > 0 {
				floats.AddScaled(at, -over/floats.Dot(p.rows[i], p.rows[i]), p.rows[i])
			}
			floats.SubTo(residual[i], shifted, at)
			moved = max(moved, floats.Distance(before, at, math.Inf(1)))
		}
		if moved < projectionNear {
			break
		}
	}
	return at
}

func (b box) clip(t []float64) []float64 {
	for k := range t {
		t[k] = min(max(t[k], b.lo[k]), b.hi[k])
	}
	return t
}
