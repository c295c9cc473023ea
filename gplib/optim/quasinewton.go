package optim

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/linalg"
)

// Function is a smooth function to be minimised.
type Function interface {
	// Value is the function at x, +Inf where it cannot be computed.
	Value(x []float64) float64
	// Gradient writes the gradient at x into dst and reports whether it could. It is
	// called after Value at the same x.
	Gradient(dst, x []float64) bool
}

// Limited is a [Function] that omits the gradient where it will not be used.
type Limited interface {
	Function
	// Limit is called before Value: above value the gradient is of no use.
	Limit(value float64)
}

// QuasiNewton minimises a function with expensive evaluations by the method of Broyden,
// Fletcher, Goldfarb and Shanno, inside a box: a variable at a bound whose derivative
// pushes outward is held for the step (a projected quasi-Newton method, as in Bertsekas
// 1982).
//
//	q := optim.QuasiNewton{F: f, Furthest: 3}
//	for ok := q.Begin(x); ok && q.GradNorm() > tol; ok = q.Next() {
//	}
type QuasiNewton struct {
	F Function
	// Lo and Hi are the box, nil if none.
	Lo, Hi []float64
	// Furthest bounds the change of a variable in the first trial of a step; from
	// a trial of that length on, no longer one is tried.
	Furthest float64
	// Stop, where not nil, ends a step early.
	Stop func() bool
	// Curvature approximates the inverse Hessian; you may pass on that of another
	// descent.
	Curvature Curvature
	// X is the current point, with the value and the gradient there.
	X     []float64
	Value float64
	Grad  []float64
}

// trials caps the evaluations of a step.
const trials = 12

// Begin evaluates the start x, moved into the box. It returns false if the function
// fails there.
func (q *QuasiNewton) Begin(x []float64) bool {
	p, ok := q.at(slices.Clone(x), math.MaxFloat64)
	q.X, q.Value, q.Grad = p.x, p.value, p.grad
	return ok
}

// GradNorm returns the largest absolute derivative that the box does not block.
func (q *QuasiNewton) GradNorm() float64 {
	if len(q.X) == 0 {
		return 0
	}
	return floats.Norm(q.free(q.Grad, q.Grad), math.Inf(1))
}

// Next moves to a lower point and reports whether there is one. It tries the gradient
// too, in case the approximate curvature misleads.
func (q *QuasiNewton) Next() bool {
	gradient := q.free(q.Grad, q.Grad)
	next, ok := q.search(q.free(q.Curvature.Direction(gradient), q.Grad))
	if !ok && q.Curvature.known() && !q.stopped() {
		q.Curvature = Curvature{}
		next, ok = q.search(q.Curvature.Direction(gradient))
	}
	if !ok {
		return false
	}
	n := len(q.X)
	q.Curvature.Learn(floats.SubTo(make([]float64, n), next.x, q.X), floats.SubTo(make([]float64, n), next.grad, q.Grad))
	q.X, q.Value, q.Grad = next.x, next.value, next.grad
	return true
}

// free returns v without the variables that the box blocks.
func (q *QuasiNewton) free(v, grad []float64) []float64 {
	free := slices.Clone(v)
	for i, g := range grad {
		if q.Lo != nil && (q.X[i] <= q.Lo[i] && g > 0 || q.X[i] >= q.Hi[i] && g < 0) {
			free[i] = 0
		}
	}
	return free
}

func (q *QuasiNewton) stopped() bool { return q.Stop != nil && q.Stop() }

// point is an evaluated one.
type point struct {
	x, grad []float64
	value   float64
}

// at evaluates x, moved into the box. Above the limit it leaves out the
// gradient, and is false.
func (q *QuasiNewton) at(x []float64, limit float64) (point, bool) {
	for i := range q.Lo {
		x[i] = math.Min(math.Max(x[i], q.Lo[i]), q.Hi[i])
	}
	if f, ok := q.F.(Limited); ok {
		f.Limit(limit)
	}
	p := point{x: x, grad: make([]float64, len(x)), value: q.F.Value(x)}
	if !(p.value <= limit) {
		return p, false
	}
	return p, q.F.Gradient(p.grad, x)
}

// search finds a point along dir with a sufficient decrease and, where it can,
// a slope less steep: the weak Wolfe conditions, by bisection and doubling
// (Lewis and Overton 2013, Mathematical Programming 141, algorithm 4.6), the
// first cuts by quadratic interpolation. A point at the border of the box counts
// by the way to it.
func (q *QuasiNewton) search(dir []float64) (best point, ok bool) {
	slope, size := floats.Dot(dir, q.Grad), 0.0
	if len(dir) > 0 {
		size = floats.Norm(dir, math.Inf(1))
	}
	if !(slope < 0) {
		return point{}, false
	}
	lo, hi, t := 0.0, math.Inf(1), math.Min(1, q.Furthest/size)
	for range trials {
		x := floats.AddScaledTo(make([]float64, len(dir)), q.X, t, dir)
		next, fine := q.at(x, q.limit(x, t*slope))
		if q.stopped() || slices.Equal(next.x, q.X) {
			break
		}
		switch {
		case !fine:
			hi = t
			if t = (lo + hi) / 2; lo == 0 {
				t = hi * cut(slope*hi, next.value-q.Value)
			}
		case floats.Dot(dir, next.grad) < 0.9*slope && t*size < q.Furthest:
			best, ok, lo = next, true, t
			if t = 2 * lo; !math.IsInf(hi, 1) {
				t = (lo + hi) / 2
			}
		default:
			return next, true
		}
	}
	return best, ok
}

// limit returns the value of a sufficient decrease at x, to which the slope would
// lower the value by fall, were there no box.
func (q *QuasiNewton) limit(x []float64, fall float64) float64 {
	if q.Lo != nil {
		fall = 0
		for i, v := range x {
			fall += (math.Min(math.Max(v, q.Lo[i]), q.Hi[i]) - q.X[i]) * q.Grad[i]
		}
	}
	return q.Value + 1e-4*fall
}

// cut returns the minimum of the parabola of the given slope at 0 and rise from 0
// to 1, between a tenth and a half.
func cut(slope, rise float64) float64 {
	if math.IsInf(rise, 1) || math.IsNaN(rise) {
		return 0.1
	}
	return math.Min(math.Max(slope/(2*(slope-rise)), 0.1), 0.5)
}

// Curvature approximates the inverse Hessian of a function from past steps: the whole
// matrix for up to 500 variables, and the last 15 steps for more (L-BFGS; Nocedal and
// Wright 2006, section 7.2). The zero value holds no steps.
type Curvature struct {
	inverse *mat.Dense // symmetric; nil before the first step
	steps   []step     // the latest last
}

// step is s, which changed the gradient by y; product is sᵀy.
type step struct {
	s, y    []float64
	product float64
}

const (
	wholeDims = 500 // the most variables with a whole inverse Hessian
	lastSteps = 15  // kept for more variables
)

// CurvatureOf returns the curvature of a function with the symmetric Hessian h, whose
// lower triangle is read: the inverse of h with its eigenvalues λ replaced by max(|λ|,
// least), so that steps lead away from saddles (Dauphin et al. 2014, Advances in Neural
// Information Processing Systems 27, section 4). It returns the error of
// [linalg.SymmetricEigen], or one if h has more than 500 variables.
func CurvatureOf(h *mat.Dense, least float64) (Curvature, error) {
	n, _ := h.Dims()
	if n > wholeDims {
		return Curvature{}, fmt.Errorf("optim: a Hessian of %d variables; at most %d are kept whole", n, wholeDims)
	}
	values, vectors, err := linalg.SymmetricEigen(h)
	if err != nil {
		return Curvature{}, fmt.Errorf("optim: a Hessian: %w", err)
	}
	for j, value := range values {
		root := 1 / math.Sqrt(math.Max(math.Abs(value), least))
		for i := range n {
			vectors.Set(i, j, vectors.At(i, j)*root)
		}
	}
	inverse := mat.NewDense(n, n, nil)
	inverse.Mul(vectors, vectors.T())
	return Curvature{inverse: inverse}, nil
}

// known reports whether there has been a step.
func (c *Curvature) known() bool { return c.inverse != nil || len(c.steps) > 0 }

// Direction returns the direction of a quasi-Newton step, or before the first one the
// direction of the gradient, of length 1 at most.
func (c *Curvature) Direction(grad []float64) []float64 {
	dir := make([]float64, len(grad))
	switch {
	case c.inverse != nil:
		linalg.MulVec(dir, c.inverse, grad)
		floats.Scale(-1, dir)
	case len(c.steps) > 0:
		floats.ScaleTo(dir, -1, c.byLastSteps(grad))
	default:
		floats.ScaleTo(dir, -1/math.Max(1, floats.Norm(grad, 2)), grad)
	}
	return dir
}

// byLastSteps returns the product of the inverse Hessian and v by two loops over the
// steps (Nocedal and Wright 2006, algorithm 7.4).
func (c *Curvature) byLastSteps(v []float64) []float64 {
	r := slices.Clone(v)
	along := make([]float64, len(c.steps))
	for i, p := range slices.Backward(c.steps) {
		along[i] = floats.Dot(p.s, r) / p.product
		floats.AddScaled(r, -along[i], p.y)
	}
	last := c.steps[len(c.steps)-1]
	floats.Scale(last.product/floats.Dot(last.y, last.y), r)
	for i, p := range c.steps {
		floats.AddScaled(r, along[i]-floats.Dot(p.y, r)/p.product, p.s)
	}
	return r
}

// Learn updates by a step s that changed the gradient by y. Without positive
// curvature it learns nothing.
func (c *Curvature) Learn(s, y []float64) {
	product := floats.Dot(s, y)
	if !(product > 1e-10*floats.Norm(s, 2)*floats.Norm(y, 2)) {
		return
	}
	if len(s) > wholeDims {
		c.steps = append(c.steps, step{s, y, product})
		c.steps = c.steps[max(0, len(c.steps)-lastSteps):]
		return
	}
	c.learnWhole(s, y, product)
}

// learnWhole updates the whole inverse Hessian (Nocedal and Wright 2006, (6.17) and
// (6.20)).
func (c *Curvature) learnWhole(s, y []float64, product float64) {
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

// Scale changes the unit of variable i: its second derivative grew by factor.
func (c *Curvature) Scale(i int, factor float64) {
	root := 1 / math.Sqrt(factor)
	for _, p := range c.steps {
		p.s[i] *= root
		p.y[i] /= root
	}
	if c.inverse == nil {
		return
	}
	floats.Scale(root, c.inverse.RawRowView(i))
	for j := range c.inverse.RawMatrix().Rows {
		c.inverse.Set(j, i, root*c.inverse.At(j, i))
	}
}
