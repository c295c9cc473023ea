package cov

import (
	"fmt"
	"slices"
	"strings"
)

// space describes the dimensions of points besides their number. Derived points keep
// it.
type space struct {
	names []string
	// steps are the standardisations of the points, the first one first.
	steps []step
}

// step is one standardisation: (v - mean[k])/std[k] in dimension k.
type step struct{ mean, std []float64 }

func (s step) equal(o step) bool { return slices.Equal(s.mean, o.mean) && slices.Equal(s.std, o.std) }

// Named returns the points with names for their d dimensions, such as a table's
// columns: distinct and not empty. Without arguments it removes the names. Subset and
// Join keep names.
func (m *Matrix) Named(names ...string) (*Matrix, error) {
	if len(names) > 0 && len(names) != m.d {
		return nil, fmt.Errorf("cov: %d names for %d dimensions", len(names), m.d)
	}
	if err := CheckNames(names); err != nil {
		return nil, err
	}
	named := *m
	named.space.names = slices.Clone(names)
	return &named, nil
}

// CheckNames returns an error that names an empty or repeated name of a dimension, or
// nil.
func CheckNames(names []string) error {
	for k, name := range names {
		switch at := slices.Index(names, name); {
		case name == "":
			return fmt.Errorf("cov: the name of dimension %d is empty", k)
		case at != k:
			return fmt.Errorf("cov: dimensions %d and %d are both named %q", at, k, name)
		}
	}
	return nil
}

// Names returns the names of the dimensions, or nil if they have none. The slice is the
// caller's own.
func (m *Matrix) Names() []string { return slices.Clone(m.space.names) }

// Standardised returns the points with (v - mean[k])/std[k] for each value v of
// dimension k. They are marked: a posterior fitted on them predicts only at points
// standardised by the same numbers. Subset, Join and Named keep the mark, and
// [Matrix.Like] gives it to points that are in those units already.
func (m *Matrix) Standardised(mean, std []float64) (*Matrix, error) {
	if len(mean) != m.d || len(std) != m.d {
		return nil, fmt.Errorf("cov: Standardised: %d means and %d standard deviations for %d dimensions", len(mean), len(std), m.d)
	}
	for k, s := range std {
		if !(s > 0) {
			return nil, fmt.Errorf("cov: Standardised: std[%d] is %v; it must be positive", k, s)
		}
	}
	by := step{slices.Clone(mean), slices.Clone(std)}
	s := m.mapped(func(k int, v float64) float64 { return (v - by.mean[k]) / by.std[k] })
	s.space.steps = append(slices.Clip(m.space.steps), by)
	return s, nil
}

// Unstandardised undoes [Matrix.Standardised] by the same numbers. It fails for points
// that were last standardised by others; points without a mark are assumed to be in
// those units.
func (m *Matrix) Unstandardised(mean, std []float64) (*Matrix, error) {
	if len(mean) != m.d || len(std) != m.d {
		return nil, fmt.Errorf("cov: Unstandardised: %d means and %d standard deviations for %d dimensions", len(mean), len(std), m.d)
	}
	last := len(m.space.steps) - 1
	if last >= 0 && !m.space.steps[last].equal(step{mean, std}) {
		return nil, fmt.Errorf("cov: Unstandardised: the points are %s, not by the means %.4g", m.scaleText(), mean)
	}
	s := m.mapped(func(k int, v float64) float64 { return v*std[k] + mean[k] })
	s.space.steps = m.space.steps[:max(last, 0)]
	return s, nil
}

// mapped returns m with f of each value, by dimension.
func (m *Matrix) mapped(f func(k int, v float64) float64) *Matrix {
	s := newMatrix(m.n, m.d)
	s.space = m.space
	for k := range m.d {
		to := s.col(k)
		for i, v := range m.col(k) {
			to[i] = f(k, v)
		}
	}
	return s
}

// Standardisations returns the numbers of the calls of [Matrix.Standardised] that
// made the points, the first one first; none where they are in their own units.
func (m *Matrix) Standardisations() (means, stds [][]float64) {
	for _, s := range m.space.steps {
		means, stds = append(means, slices.Clone(s.mean)), append(stds, slices.Clone(s.std))
	}
	return means, stds
}

// Like returns the points with the names and the standardisation of z: it declares that
// they are in z's units already, as a grid between two points of z is. The values do
// not change. It returns m itself unless z is a matrix of the same dimension.
//
//	cov.Grid(-2, 2, 100).Like(train.X)
func (m *Matrix) Like(z Inputs) *Matrix {
	of, ok := z.(*Matrix)
	if !ok || of == nil || of.d != m.d {
		return m
	}
	like := *m
	like.space = of.space
	return &like
}

// CheckLike returns an error if results learned at z do not apply at x: x has another
// dimension, other names or the same in another order, or was standardised otherwise.
// Points without names have those of z. Inputs other than a [Matrix] pass.
func CheckLike(x, z Inputs) error {
	if err := checkLikeFunctionals(x, z); err != nil {
		return err
	}
	a, ok := x.(*Matrix)
	b, too := z.(*Matrix)
	if !ok || !too || a == nil || b == nil {
		return nil
	}
	if a.d != b.d {
		return fmt.Errorf("the inputs have dimension %d, the model was conditioned at dimension %d", a.d, b.d)
	}
	if err := CheckNamesAre(a, b.space.names); err != nil {
		return err
	}
	switch {
	case a.sameScale(b):
		return nil
	case len(a.space.steps) == 0:
		return fmt.Errorf("x is in its own units, the inputs of the fit were standardised: pass scaling.Inputs(x), " +
			"or fit the data as they are, since fits scale internally; x.Like(train.X) declares that x is in those units")
	case len(b.space.steps) == 0:
		return fmt.Errorf("x was standardised, the inputs of the fit were not: pass the original x, or fit the standardised data")
	}
	return fmt.Errorf("x was standardised differently from the inputs of the fit: x is %s, they are %s; "+
		"scale both by the scaling of the training data", a.scaleText(), b.scaleText())
}

// checkLikeFunctionals does CheckLike where x or z are functionals, which are in the inputs' own units.
func checkLikeFunctionals(x, z Inputs) error {
	_, fx := x.(*FunctionalInputs)
	_, fz := z.(*FunctionalInputs)
	if !fx && !fz {
		return nil
	}
	a, ok := PointsOf(x)
	b, too := PointsOf(z)
	switch {
	case !ok || !too:
		return nil // nil, or inputs that the covariance function refuses
	case a.d != b.d:
		return fmt.Errorf("the inputs have dimension %d, the model was conditioned at dimension %d", a.d, b.d)
	case len(a.space.steps) > 0 || len(b.space.steps) > 0:
		return fmt.Errorf("functionals are in the inputs' own units, and there are points that were standardised; leave the points as they are")
	}
	return nil
}

// CheckNamesAre returns an error if points have other names than those of a fit. It
// returns nil where one of them has none.
func CheckNamesAre(x Inputs, names []string) error {
	m, ok := x.(*Matrix)
	if !ok || m == nil || m.space.names == nil || len(names) == 0 || slices.Equal(m.space.names, names) {
		return nil
	}
	return fmt.Errorf("x has %s; the fit has %s", listed(m.space.names), listed(names))
}

func (m *Matrix) sameScale(o *Matrix) bool {
	return slices.EqualFunc(m.space.steps, o.space.steps, step.equal)
}

// scaleText says how the points were standardised.
func (m *Matrix) scaleText() string {
	last := len(m.space.steps) - 1
	if last < 0 {
		return "in their own units"
	}
	return fmt.Sprintf("standardised by the means %.4g and the standard deviations %.4g", m.space.steps[last].mean, m.space.steps[last].std)
}

func listed(names []string) string { return strings.Join(names, ", ") }
