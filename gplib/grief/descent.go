package grief

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/linalg"
	"krigo/gplib/optim"
)

// descent minimises the objective of one round from one start: the method of
// Broyden, Fletcher, Goldfarb and Shanno on the transformed scale of the
// parameters. An evaluation takes two passes over all rows, and d + 2
// parameters are few, so that it keeps the whole inverse Hessian, and hands it
// on to the next round.
type descent struct {
	*ascent
	objective gplib.Objective
	model     gplib.Model
	space     *optim.Space
	at        point
	values    []float64 // of the steps
}

// point is an evaluated one.
type point struct {
	u, grad []float64
	value   float64
}

// newDescent evaluates the start.
func newDescent(a *ascent, o gplib.Objective, m gplib.Model) (*descent, error) {
	space, err := optim.NewSpace(m.Params())
	if err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	d := &descent{ascent: a, objective: gplib.MAP{Objective: o}, model: m, space: space}
	d.at, err = d.evaluate(space.Start(), math.Inf(1))
	return d, err
}

// evaluate fails where the objective does; its value is then +Inf. Above the
// limit it leaves out the gradient, which is the larger part of the work.
func (d *descent) evaluate(u []float64, limit float64) (point, error) {
	p := point{u: u, grad: make([]float64, len(u)), value: math.Inf(1)}
	theta := d.space.Natural(u)
	natural := make([]float64, len(theta))
	value, err := d.objective.Eval(d.model.With(theta), gplib.Data{}, nil)
	if err == nil && value > limit {
		p.value = value
		return p, nil
	}
	if err == nil {
		value, err = d.objective.Eval(d.model.With(theta), gplib.Data{}, natural)
	}
	if err != nil {
		return p, err
	}
	if sum := value + floats.Sum(natural); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return p, fmt.Errorf("grief: the likelihood is %v with the gradient %v", value, natural)
	}
	p.value = value
	d.space.Chain(p.grad, natural, u)
	return p, nil
}

// run takes steps until one of the stopping rules holds.
func (d *descent) run() gplib.Status {
	for iter := 0; ; iter++ {
		size := math.Max(1, math.Abs(d.at.value))
		d.visit()
		switch {
		case d.stopped():
			return gplib.Cancelled
		case d.late():
			return gplib.RuntimeLimit
		case floats.Norm(d.at.grad, math.Inf(1)) <= d.Settings.Tol*size || d.flat():
			return gplib.Converged
		case iter >= d.Settings.MaxIter:
			return gplib.IterationLimit
		case !d.step() && d.Ctx.Err() == nil && !d.late():
			return gplib.Stalled
		}
	}
}

// flat tells whether three steps have hardly lowered the objective.
func (d *descent) flat() bool {
	last := len(d.values) - 1
	return last >= 3 && d.values[last-3]-d.values[last] < roundGain*math.Max(1, math.Abs(d.at.value))
}

// visit records where the descent is.
func (d *descent) visit() {
	d.values = append(d.values, d.at.value)
	d.show(gplib.Step{
		Value: d.at.value, Theta: d.space.Natural(d.at.u),
		GradNorm: floats.Norm(d.at.grad, math.Inf(1)),
	})
}

// step moves to a lower point, or tells that there is none: also along the
// gradient, where what is known of the curvature misleads.
func (d *descent) step() bool {
	next, ok := d.search(d.curve.direction(d.at.grad))
	if !ok && d.curve.inverse != nil {
		d.curve.inverse = nil
		next, ok = d.search(d.curve.direction(d.at.grad))
	}
	if !ok {
		return false
	}
	s := floats.SubTo(make([]float64, len(next.u)), next.u, d.at.u)
	y := floats.SubTo(make([]float64, len(next.u)), next.grad, d.at.grad)
	d.curve.learn(s, y)
	d.at = next
	return true
}

const (
	// furthest is the largest change of a coordinate in the first trial of a
	// step.
	furthest = 3
	// trials caps the evaluations of a step.
	trials = 12
)

// search finds a point along dir with a sufficient decrease and, where it can,
// a slope less steep: the weak Wolfe conditions, by bisection and doubling
// (Lewis and Overton 2013, Mathematical Programming 141, algorithm 4.6), the
// first cuts by quadratic interpolation.
func (d *descent) search(dir []float64) (best point, ok bool) {
	slope := floats.Dot(dir, d.at.grad)
	if !(slope < 0) {
		return point{}, false
	}
	lo, hi, t := 0.0, math.Inf(1), math.Min(1, furthest/floats.Norm(dir, math.Inf(1)))
	for range trials {
		limit := d.at.value + 1e-4*t*slope
		next, err := d.evaluate(floats.AddScaledTo(make([]float64, len(dir)), d.at.u, t, dir), limit)
		if d.Ctx.Err() != nil {
			return best, ok
		}
		switch {
		case err != nil || next.value > limit:
			hi = t
			if t = (lo + hi) / 2; lo == 0 {
				t = hi * cut(slope*hi, next.value-d.at.value)
			}
		case floats.Dot(dir, next.grad) < 0.9*slope && t*floats.Norm(dir, math.Inf(1)) < furthest:
			best, ok, lo = next, true, t
			if t = 2 * lo; !math.IsInf(hi, 1) {
				t = (lo + hi) / 2
			}
		default:
			return next, true
		}
		if d.late() {
			break
		}
	}
	return best, ok
}

// cut is the minimum of the parabola of the given slope at 0 and rise from 0
// to 1, between a tenth and a half.
func cut(slope, rise float64) float64 {
	if math.IsInf(rise, 1) {
		return 0.1
	}
	return math.Min(math.Max(slope/(2*(slope-rise)), 0.1), 0.5)
}

// curvature is what steps have told of the inverse Hessian of a function of q
// variables.
type curvature struct {
	inverse *mat.Dense // q × q, symmetric; nil before the first step
}

// direction is that of a quasi-Newton step, or before the first one that of
// the gradient, of length 1 at most.
func (c *curvature) direction(grad []float64) []float64 {
	dir := make([]float64, len(grad))
	if c.inverse == nil {
		return floats.ScaleTo(dir, -1/math.Max(1, floats.Norm(grad, 2)), grad)
	}
	linalg.MulVec(dir, c.inverse, grad)
	floats.Scale(-1, dir)
	return dir
}

// learn updates by a step s that changed the gradient by y (BFGS; Nocedal and
// Wright 2006, (6.17) and (6.20)). Without positive curvature it learns
// nothing.
func (c *curvature) learn(s, y []float64) {
	product := floats.Dot(s, y)
	if !(product > 1e-10*floats.Norm(s, 2)*floats.Norm(y, 2)) {
		return
	}
	q := len(s)
	if c.inverse == nil {
		c.inverse = mat.NewDense(q, q, nil)
		for i := range q {
			c.inverse.Set(i, i, product/floats.Dot(y, y))
		}
	}
	moved := make([]float64, q)
	linalg.MulVec(moved, c.inverse, y)
	along := (1 + floats.Dot(y, moved)/product) / product
	for i := range q {
		row := c.inverse.RawRowView(i)
		for j := range row {
			row[j] += along*s[i]*s[j] - (moved[i]*s[j]+s[i]*moved[j])/product
		}
	}
}

// scale changes the unit of variable i: its second derivative grew by factor.
func (c *curvature) scale(i int, factor float64) {
	if c.inverse == nil {
		return
	}
	root := 1 / math.Sqrt(factor)
	floats.Scale(root, c.inverse.RawRowView(i))
	for j := range c.inverse.RawMatrix().Rows {
		c.inverse.Set(j, i, root*c.inverse.At(j, i))
	}
}
