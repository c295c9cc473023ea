package grief

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"krigo/gplib"
	"krigo/gplib/optim"
)

// descent minimises the objective of one round from one start, on the
// transformed scale of the parameters. It passes its estimate of the curvature
// on to the next round.
type descent struct {
	*ascent
	*optim.QuasiNewton
	objective gplib.Objective
	model     gplib.Model
	space     *optim.Space
	err       error     // of the last evaluation
	values    []float64 // of the steps
}

// furthest is the largest change of a coordinate in the first trial of a step.
const furthest = 3

// newDescent evaluates the start.
func newDescent(a *ascent, o gplib.Objective, m gplib.Model) (*descent, error) {
	space, err := a.SpaceOf(m)
	if err != nil {
		return nil, fmt.Errorf("grief: %w", err)
	}
	d := &descent{ascent: a, objective: gplib.MAP{Objective: o}, model: m, space: space}
	d.QuasiNewton = &optim.QuasiNewton{
		F: evaluations{d}, Furthest: furthest, Curvature: a.curve,
		Stop: func() bool { _, stop := a.Interrupted(); return stop || a.passes.err() != nil },
	}
	if !d.Begin(space.Start()) {
		return nil, d.err
	}
	return d, nil
}

// evaluations are the evaluations of a descent's objective. One with gradient
// takes two passes over the rows; the second is the larger part of the work.
type evaluations struct{ *descent }

func (d evaluations) Value(u []float64) float64 {
	if value := d.eval(u, nil); d.err == nil {
		return value
	}
	return math.Inf(1)
}

func (d evaluations) Gradient(dst, u []float64) bool {
	natural := make([]float64, len(d.model.Params()))
	if d.eval(u, natural); d.err != nil {
		return false
	}
	d.space.Chain(dst, natural, u)
	return true
}

func (d *descent) eval(u, grad []float64) (value float64) {
	value, d.err = d.objective.Eval(d.model.With(d.space.Natural(u)), gplib.Data{}, grad)
	if sum := value + floats.Sum(grad); d.err == nil && (math.IsNaN(sum) || math.IsInf(sum, 0)) {
		d.err = fmt.Errorf("grief: the likelihood is %v with the gradient %v", value, grad)
	}
	return value
}

// run takes steps until one of the stopping rules holds.
func (d *descent) run() gplib.Status {
	defer func() { d.curve = d.Curvature }()
	for iter := 0; ; iter++ {
		d.visit()
		status, stop := d.Interrupted()
		switch {
		case stop:
			return status
		case d.GradNorm() <= d.Settings.Tol*math.Max(1, math.Abs(d.Value)) || d.flat():
			return gplib.Converged
		case iter >= d.Settings.MaxIter:
			return gplib.IterationLimit
		case d.Next():
			continue
		}
		if _, stop := d.Interrupted(); !stop {
			return gplib.Stalled
		}
	}
}

// flat reports whether three steps have hardly lowered the objective.
func (d *descent) flat() bool {
	last := len(d.values) - 1
	return last >= 3 && d.values[last-3]-d.values[last] < roundGain*math.Max(1, math.Abs(d.Value))
}

// visit records the descent's present point.
func (d *descent) visit() {
	d.values = append(d.values, d.Value)
	d.show(gplib.Step{Value: d.Value, Theta: d.space.Natural(d.X), GradNorm: d.GradNorm()})
}
