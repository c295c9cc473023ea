package display

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"

	"krigo/display/draw"
	"krigo/gplib"
	"krigo/gplib/cov"
)

// landscapeAxis is a parameter over which an objective is drawn.
type landscapeAxis struct {
	name     string
	lo, hi   float64 // what Between set, in natural values; NaN is nothing
	from, to float64 // what is drawn
	index    int
	log      bool
}

// newLandscapeAxis returns an axis whose range is not set.
func newLandscapeAxis(name string) landscapeAxis {
	return landscapeAxis{name: name, lo: math.NaN(), hi: math.NaN()}
}

// find finds the parameter in a model, by its name.
func (a *landscapeAxis) find(m gplib.Model) error {
	p, err := m.Param(a.name)
	if err != nil {
		return err
	}
	a.name, a.log = p.Name, p.Transform != cov.Identity
	a.index = slices.IndexFunc(m.Params(), func(q cov.Param) bool { return q.Name == p.Name })
	return nil
}

// choose settles the axis's range: about the model's value and all that the
// paths visited, unless Between set it.
func (a *landscapeAxis) choose(value float64, visited []float64) error {
	a.from, a.to = a.lo, a.hi
	if math.IsNaN(a.lo) || math.IsNaN(a.hi) {
		least, greatest := draw.Span(append(visited, value))
		if a.log {
			a.from, a.to = min(least/1.5, value/10), max(greatest*1.5, value*10)
		} else {
			edge, far := (greatest-least)/5, 1+math.Abs(value)
			a.from, a.to = min(least-edge, value-far), max(greatest+edge, value+far)
		}
	}
	if !draw.FiniteRange(a.from, a.to) || a.log && a.from <= 0 {
		return fmt.Errorf("%s from %g to %g: want a lower and a higher number, positive where it is learned on a logarithmic scale", a.name, a.from, a.to)
	}
	return nil
}

// place returns where a natural value stands on the axis.
func (a landscapeAxis) place(v float64) float64 {
	if a.log {
		return draw.Log10(v)
	}
	return v
}

// grid returns n places along the axis.
func (a landscapeAxis) grid(n int) []float64 {
	lo, hi := a.place(a.from), a.place(a.to)
	places := make([]float64, n)
	for i := range places {
		places[i] = lo + (hi-lo)*float64(i)/float64(n-1)
	}
	return places
}

// values returns the natural values of n places along the axis.
func (a landscapeAxis) values(n int) []float64 {
	values := a.grid(n)
	for i, place := range values {
		values[i] = a.natural(place)
	}
	return values
}

// evaluateAlong evaluates a model at n values of the parameter of an axis. Where that fails the result is none;
// where it fails at all of them, the error says why.
func evaluateAlong[T any](ctx context.Context, a landscapeAxis, n int, m gplib.Model, none T, evaluate func(gplib.Model) (T, error)) ([]T, error) {
	theta := m.Theta()
	var all []T
	worked, failure := false, error(nil)
	for _, v := range a.values(n) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		theta[a.index] = v
		result, err := evaluate(m.With(theta))
		if err != nil {
			result, failure = none, err
		}
		all, worked = append(all, result), worked || err == nil
	}
	if !worked {
		return nil, failure
	}
	return all, nil
}

// natural returns the value at a place.
func (a landscapeAxis) natural(place float64) float64 {
	if a.log {
		return math.Pow(10, place)
	}
	return place
}

func (a landscapeAxis) settle(axis *plot.Axis) {
	lo, hi := a.place(a.from), a.place(a.to)
	if a.log {
		draw.SetLog(axis)
	}
	axis.Min, axis.Max = lo, hi
}

// checkMark names the mark that the axis does not reach.
func (a landscapeAxis) checkMark(name string, v float64) error {
	if v >= a.from && v <= a.to {
		return nil
	}
	return fmt.Errorf("Mark %q: %s = %g lies outside the figure, which goes from %g to %g: set the range with Between", name, a.name, v, a.from, a.to)
}
