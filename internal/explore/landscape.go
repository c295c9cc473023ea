package explore

import (
	"fmt"
	"math"

	"krigo/gplib"
)

// mostPoints is the largest number of points of a landscape that a page may ask for at a time.
const mostPoints = 5000

// Landscape is the log marginal likelihood at points of a landscape, NaN where it has no value.
type Landscape struct {
	Values Numbers `json:"values"`
}

// Landscape returns the log marginal likelihood where the parameters of the landscape have the values
// of points, and all others those of s.
func (s *State) Landscape(points [][]float64) (*Landscape, error) {
	if len(points) > mostPoints {
		return nil, fmt.Errorf("explore: %d points of a landscape; ask for at most %d at a time", len(points), mostPoints)
	}
	m, d, err := s.Get()
	if err != nil {
		return nil, err
	}
	theta := m.Theta()
	l := &Landscape{Values: make(Numbers, len(points))}
	for i, at := range points {
		if len(at) != len(s.Over) {
			return nil, fmt.Errorf("explore: point %d has %d values, the landscape %d parameters", i, len(at), len(s.Over))
		}
		for k, p := range s.Over {
			if p < 0 || p >= len(theta) {
				return nil, fmt.Errorf("explore: the landscape is over parameter %d of %d", p, len(theta))
			}
			theta[p] = at[k]
		}
		l.Values[i] = valueAt(m.With(theta), d)
	}
	return l, nil
}

// valueAt returns the log marginal likelihood, or NaN.
func valueAt(m gplib.Model, d gplib.Data) float64 {
	if m.CheckLik(d.X) != nil {
		return math.NaN()
	}
	value, err := objective(m).Eval(m, d, nil)
	if err != nil {
		return math.NaN()
	}
	return -value
}

// grid returns the points of a grid over the ranges of the landscape's parameters, row by row.
func (s *State) grid() [][]float64 {
	if len(s.Over) == 1 {
		var points [][]float64
		for _, v := range s.Params[s.Over[0]].spread(sideOfCurve) {
			points = append(points, []float64{v})
		}
		return points
	}
	var points [][]float64
	xs := s.Params[s.Over[0]].spread(sideOfMap)
	for _, y := range s.Params[s.Over[1]].spread(sideOfMap) {
		for _, x := range xs {
			points = append(points, []float64{x, y})
		}
	}
	return points
}

// spread returns n values between the ends of the slider, in equal steps of it.
func (p Param) spread(n int) []float64 {
	low, high := p.Low, p.High
	if p.Log {
		low, high = math.Log(low), math.Log(high)
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = low + (high-low)*float64(i)/float64(n-1)
		if p.Log {
			values[i] = math.Exp(values[i])
		}
	}
	return values
}
