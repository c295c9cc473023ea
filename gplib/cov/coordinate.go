package cov

import (
	"fmt"
	"math"
)

// Coordinate returns the coordinate dim of all points, from 0. The slice must not be modified.
// It fails for inputs without coordinates, and for a functional that has no single value of it.
func Coordinate(x Inputs, dim int) ([]float64, error) {
	if l, ok := x.(*FunctionalInputs); ok && l != nil {
		return l.coordinate(dim)
	}
	m, ok := x.(*Matrix)
	if !ok || m == nil {
		return nil, fmt.Errorf("takes points of a matrix, not %T", x)
	}
	if dim < 0 || dim >= m.d {
		return nil, fmt.Errorf("reads dimension %d, the inputs have %d, from 0", dim, m.d)
	}
	return m.col(dim), nil
}

// Groups returns the coordinate dim of all points as the numbers of count groups, such as outputs
// or instruments: whole numbers from 0. It fails where [Coordinate] does, and for other numbers.
func Groups(x Inputs, dim, count int) ([]int, error) {
	column, err := Coordinate(x, dim)
	if err != nil {
		return nil, err
	}
	groups := make([]int, len(column))
	for i, v := range column {
		if v != math.Trunc(v) || !(v >= 0) || v >= float64(count) {
			// dim may count the dimensions of a part of the inputs ([On]), which the user does not know.
			return nil, fmt.Errorf("the number of row %d, from 0, is %v, not that of one of the %d groups, counted from 0", i, v, count)
		}
		groups[i] = int(v)
	}
	return groups, nil
}
