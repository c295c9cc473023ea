package gplib

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"krigo/gplib/cov"
)

// Data is a regression set: n inputs and n observations.
type Data struct {
	X cov.Inputs
	Y []float64
	// Target is the name of the observed quantity, for tables and figures; it may be
	// empty. X holds the inputs' names ([cov.Matrix.Named]).
	Target string
}

// NewData joins n inputs and n observations, n > 0. Both are kept, not
// copied. It fails where lengths differ, a value is NaN or infinite, or an observation is
// beyond ±1e140, or all are so close to 0 that their squares are 0, or a coordinate is beyond ±1e140.
func NewData(x cov.Inputs, y []float64) (Data, error) {
	d := Data{X: x, Y: y}
	if err := d.Check(); err != nil {
		return Data{}, err
	}
	return d, nil
}

// largest is the largest size of an observation or a coordinate: variances and their bounds are its square times up to
// 1e4, and sums of n of them are finite. Where all observations are below smallest, their squares underflow.
const (
	largest  = 1e140
	smallest = 1 / largest
)

// Check returns an error that says what is wrong with the data, or nil.
func (d Data) Check() error {
	if err := checkInputs(d.X); err != nil {
		return err
	}
	if len(d.Y) != d.X.Len() {
		return fmt.Errorf("gplib: %d inputs but %d observations", d.X.Len(), len(d.Y))
	}
	size := 0.0
	for i, y := range d.Y {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return fmt.Errorf("gplib: y[%d] is %v", i, y)
		}
		if math.Abs(y) > largest {
			return fmt.Errorf("gplib: y[%d] is %v, and observations beyond ±%v have squares that overflow; take a larger unit", i, y, largest)
		}
		size = math.Max(size, math.Abs(y))
	}
	if 0 < size && size < smallest {
		return fmt.Errorf("gplib: all observations lie between ±%v, and have squares that underflow; take a smaller unit", size)
	}
	return checkSize(d.X)
}

// checkSize returns an error where distances of points of a matrix have squares that overflow.
func checkSize(x cov.Inputs) error {
	m, ok := x.(*cov.Matrix)
	if !ok {
		return nil
	}
	for k := range m.Dim() {
		for i, v := range m.Column(k) {
			if math.Abs(v) > largest {
				return fmt.Errorf("gplib: x[%d, %d] is %v, and distances of coordinates beyond ±%v have squares that overflow; take a larger unit",
					i, k, v, largest)
			}
		}
	}
	return nil
}

// Len returns the number of observations, n.
func (d Data) Len() int { return len(d.Y) }

// Subset returns the observations at the given positions, in that order. Positions are
// in [0, Len()) and may repeat.
func (d Data) Subset(index []int) Data {
	y := make([]float64, len(index))
	for k, i := range index {
		y[k] = d.Y[i]
	}
	return Data{X: d.X.Subset(index), Y: y, Target: d.Target}
}

// Spaced returns count positions in [0, n), evenly spaced, or all n where that is
// fewer.
func Spaced(n, count int) []int {
	count = min(n, count)
	index := make([]int, count)
	for i := range index {
		index[i] = i * n / count
	}
	return index
}

// checkInputs returns an error unless there is at least one point and all coordinates
// are finite.
func checkInputs(x cov.Inputs) error {
	if x == nil {
		return errors.New("gplib: x is nil")
	}
	if m, ok := x.(*cov.Matrix); ok {
		if m == nil {
			return errors.New("gplib: x is nil")
		}
		if m.Dim() == 0 && m.Len() > 0 {
			return fmt.Errorf("gplib: x has %d points of no dimension", m.Len())
		}
	}
	if x.Len() == 0 {
		return errors.New("gplib: x has no points")
	}
	if f, ok := x.(interface{ CheckFinite() error }); ok {
		return f.CheckFinite()
	}
	return nil
}

// Joiner is Inputs that can be joined with others of their kind, which
// [Extendable] needs. The matrix, string and label inputs of package
// cov are built in.
type Joiner interface {
	cov.Inputs
	// Join returns the points of both, these first.
	Join(more cov.Inputs) (cov.Inputs, error)
}

// Join returns the data of both, d first. It fails where the inputs do not implement
// [Joiner] or are of different kinds.
func (d Data) Join(more Data) (Data, error) {
	j, ok := d.X.(Joiner)
	if !ok {
		return Data{}, fmt.Errorf("gplib: inputs of kind %T cannot be joined (they have no Join)", d.X)
	}
	x, err := j.Join(more.X)
	if err != nil {
		return Data{}, err
	}
	return Data{X: x, Y: append(append([]float64(nil), d.Y...), more.Y...), Target: cmp.Or(d.Target, more.Target)}, nil
}
