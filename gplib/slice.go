package gplib

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krigo/gplib/cov"
	"krigo/internal/category"
)

// Slice is the prediction along one input, with all other inputs fixed. See [Result.Slice].
type Slice struct {
	// Input is the name of the input that varies.
	Input string
	// Values are its values, in increasing order.
	Values []float64
	// At has the values of the other inputs, by their names.
	At map[string]float64
	// Prediction is the prediction at each of Values, at the points Prediction.X.
	Prediction
}

// sliceValues is the number of values of a slice.
const sliceValues = 201

// Slice returns the prediction along an input, by its name: at 201 values from the least to the greatest in
// the data. The other inputs have the values of at, by their names, and those that at does not name their
// (lower) median in the data; a category ([krigo/gplib/dataset.OneHot]) has the level of most rows, of those
// that at allows, and a slice cannot be along one of its levels. Inputs without names are x[0], x[1] and so on,
// or x; the unit is that of the fit's inputs. at may be nil. It fails for names that do not exist, for values
// that are not finite, and if the posterior keeps no rows.
//
// A slice is one curve of f, and [Effects] has the average of all such curves.
func (r *Result) Slice(input string, at map[string]float64) (*Slice, error) {
	s, err := r.slice(input, at)
	if err != nil {
		return nil, fmt.Errorf("gplib: Slice: %w", err)
	}
	return s, nil
}

func (r *Result) slice(input string, at map[string]float64) (*Slice, error) {
	if r == nil {
		return nil, errors.New("the result is nil")
	}
	rows, err := rowsOf(r.Posterior, nil)
	if err != nil {
		return nil, err
	}
	names := inputNames(rows)
	along := slices.Index(names, input)
	if along < 0 {
		return nil, fmt.Errorf("there is no input %q; available: %q", input, names)
	}
	categories := category.Of(rows)
	if c := category.Having(categories, along); c != nil {
		return nil, fmt.Errorf("%q is a 0/1 column of the category %s: slice along a number and set levels by at, or compare levels by Effects", input, c.Name)
	}
	s := &Slice{Input: input, At: map[string]float64{}}
	for j, name := range names {
		column := slices.Sorted(slices.Values(rows.Column(j)))
		if j == along {
			s.Values = floats.Span(make([]float64, sliceValues), column[0], column[len(column)-1])
			continue
		}
		s.At[name] = column[(len(column)-1)/2]
	}
	for _, c := range categories {
		s.choose(c, names, at)
	}
	if err := s.fix(at); err != nil {
		return nil, err
	}
	points := mat.NewDense(len(s.Values), len(names), nil)
	for j, name := range names {
		for i, v := range s.Values {
			if j != along {
				v = s.At[name]
			}
			points.Set(i, j, v)
		}
	}
	s.Prediction, err = r.Predict(cov.Points(points).Like(rows))
	return s, err
}

// choose sets a category to the level of most rows, of those that at allows.
func (s *Slice) choose(c category.Category, names []string, at map[string]float64) {
	best := -1
	for level, code := range c.Codes {
		allowed := true
		for k, j := range c.Columns {
			v, ok := at[names[j]]
			allowed = allowed && (!ok || v == code[k])
		}
		if allowed && (best < 0 || c.Rows[level] > c.Rows[best]) {
			best = level
		}
	}
	for k, j := range c.Columns {
		switch {
		case best >= 0:
			s.At[names[j]] = c.Codes[best][k]
		default: // at has no level, and mixes them
			s.At[names[j]] = c.Least(k)
		}
	}
}

// fix replaces values of the other inputs.
func (s *Slice) fix(at map[string]float64) error {
	for _, name := range slices.Sorted(maps.Keys(at)) {
		v := at[name]
		switch _, ok := s.At[name]; {
		case name == s.Input:
			return fmt.Errorf("at has a value of %q, along which the slice is", name)
		case !ok:
			return fmt.Errorf("at: there is no other input %q; available: %q", name, slices.Sorted(maps.Keys(s.At)))
		case math.IsNaN(v) || math.IsInf(v, 0):
			return fmt.Errorf("at: the value of %q is %v", name, v)
		}
		s.At[name] = v
	}
	return nil
}

// String names the input and the values of the others.
func (s *Slice) String() string {
	text := fmt.Sprintf("slice along %q from %.4g to %.4g", s.Input, s.Values[0], s.Values[len(s.Values)-1])
	for i, name := range slices.Sorted(maps.Keys(s.At)) {
		separator := ", "
		if i == 0 {
			separator = " at "
		}
		text += fmt.Sprintf("%s%s = %.4g", separator, name, s.At[name])
	}
	return text
}

// inputNames returns the names of the inputs of points, or x[0] and so on; x for a single one.
func inputNames(points *cov.Matrix) []string {
	names := slices.Clone(points.Names())
	if len(names) == 0 && points.Dim() == 1 {
		return []string{"x"}
	}
	for j := len(names); j < points.Dim(); j++ {
		names = append(names, fmt.Sprintf("x[%d]", j))
	}
	return names
}
