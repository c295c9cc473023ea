package display

import (
	"fmt"
	"math"
	"slices"

	"krigo/gplib/cov"
	"krigo/gplib/optim"
)

// Profile learns the other parameters again at each point of the picture, which then
// shows the best value that a fit can reach there (profile likelihood). A point starts
// from the optimum of its neighbour towards the model. It takes about ten evaluations
// with gradients at each of 15 × 15 points.
func (f *LandscapeFigure) Profile() *LandscapeFigure {
	f.profile = true
	f.values = nil
	return f
}

const (
	profileSteps     = 30   // at most, at a point
	profileTolerance = 1e-3 // of the largest derivative
)

// profiled computes the least objective over the other parameters on the grid.
func (f *LandscapeFigure) profiled() ([][]float64, error) {
	rest, err := f.newRest()
	if err != nil {
		return nil, fmt.Errorf("display: Landscape: %w", err)
	}
	n := f.points()
	values := make([][]float64, n)
	starts := make([][][]float64, n) // where the descents ended
	for j := range values {
		values[j], starts[j] = make([]float64, n), make([][]float64, n)
	}
	xs, ys := f.x.grid(n), f.y.grid(n)
	theta := f.model.Theta()
	ci, cj := nearest(xs, f.x.place(theta[f.x.index])), nearest(ys, f.y.place(theta[f.y.index]))
	worked := false
	for _, j := range outwards(cj, n) {
		for _, i := range outwards(ci, n) {
			if f.ctx.Err() != nil {
				return nil, fmt.Errorf("display: Landscape: %w", f.ctx.Err())
			}
			start := rest.space.Start()
			if ni, nj := towards(i, ci), j; ni != i && starts[nj][ni] != nil {
				start = starts[nj][ni]
			} else if nj := towards(j, cj); nj != j && starts[nj][i] != nil {
				start = starts[nj][i]
			}
			rest.atX, rest.atY = f.x.natural(xs[i]), f.y.natural(ys[j])
			values[j][i], starts[j][i] = rest.least(start)
			worked = worked || !math.IsNaN(values[j][i])
		}
	}
	if !worked {
		return nil, fmt.Errorf("display: Landscape: %w", rest.failure)
	}
	return values, nil
}

// nearest returns the point of an ascending grid that is nearest to at.
func nearest(grid []float64, at float64) int {
	best := 0
	for i, v := range grid {
		if math.Abs(v-at) < math.Abs(grid[best]-at) {
			best = i
		}
	}
	return best
}

// outwards lists 0 to n-1 from the centre: down from it, then up.
func outwards(centre, n int) []int {
	var order []int
	for i := centre; i >= 0; i-- {
		order = append(order, i)
	}
	for i := centre + 1; i < n; i++ {
		order = append(order, i)
	}
	return order
}

// towards returns the neighbour of i that is nearer to the centre, or i there.
func towards(i, centre int) int {
	switch {
	case i > centre:
		return i - 1
	case i < centre:
		return i + 1
	}
	return i
}

// rest is the objective over the parameters that are not drawn, for one value of
// the two that are: an [optim.Function] of the coordinates of its space.
type rest struct {
	*LandscapeFigure
	space    *optim.Space
	atX, atY float64
	failure  error // the last one
}

func (f *LandscapeFigure) newRest() (*rest, error) {
	params := slices.Clone(f.model.ParamsFor(f.data))
	for _, i := range []int{f.x.index, f.y.index} {
		params[i].Fixed = true
	}
	if !slices.ContainsFunc(params, func(p cov.Param) bool { return !p.Fixed }) {
		return nil, fmt.Errorf("Profile: the model has no free parameters but %s and %s", f.x.name, f.y.name)
	}
	space, err := optim.NewSpace(params)
	return &rest{LandscapeFigure: f, space: space}, err
}

// theta returns the model's parameters at the coordinates u.
func (r *rest) theta(u []float64) []float64 {
	theta := r.space.Natural(u)
	theta[r.x.index], theta[r.y.index] = r.atX, r.atY
	return theta
}

// Value returns the objective, +Inf where it fails.
func (r *rest) Value(u []float64) float64 {
	v, err := r.objective.Eval(r.model.With(r.theta(u)), r.data, nil)
	if err != nil {
		r.failure = err
		return math.Inf(1)
	}
	return v
}

// Gradient writes the derivatives by the coordinates.
func (r *rest) Gradient(dst, u []float64) bool {
	theta := r.theta(u)
	grad := make([]float64, len(theta))
	if _, err := r.objective.Eval(r.model.With(theta), r.data, grad); err != nil {
		r.failure = err
		return false
	}
	r.space.Chain(dst, grad, u)
	return true
}

// least returns the least value that a descent from start finds, NaN where it cannot
// begin, and where it ended.
func (r *rest) least(start []float64) (float64, []float64) {
	q := optim.QuasiNewton{F: r, Furthest: 2, Stop: func() bool { return r.ctx.Err() != nil }}
	if !q.Begin(start) {
		return math.NaN(), nil
	}
	for range profileSteps {
		if q.GradNorm() <= profileTolerance || !q.Next() {
			break
		}
	}
	return q.Value, slices.Clone(q.X)
}
