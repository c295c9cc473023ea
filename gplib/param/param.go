// Package param holds the hyper-parameters of models: values, the scale and the bounds
// within which learners move them, priors and roles. Covariance functions, means and
// noises list theirs as [Param].
package param

import (
	"fmt"
	"math"
	"slices"
)

// Param is one hyper-parameter: its name, its natural value and how a
// learner may move it.
type Param struct {
	// Name is the standard term, such as "lengthscale", prefixed by the path of its
	// parts if there are several, such as "se.lengthscale[2]".
	Name string
	// Value is the natural value.
	Value float64
	// Transform maps the natural value to the unconstrained scale on which
	// learners move.
	Transform Transform
	// Min and Max bound the natural value; learners stay inside and warn when a result
	// is at a bound. Max may be +Inf. For [DefaultMin] and DefaultMax learners take
	// bounds of their own, relative to the data.
	Min, Max float64
	// Fixed parameters are not moved by learners.
	Fixed bool
	// Prior is the prior density of the natural value; nil is flat.
	Prior Prior
	// Role is the parameter's meaning to learners, and Dims the coordinates of its
	// inputs, numbered from 0; nil is all.
	Role Role
	Dims []int
	// Tied holds the names of the parameters that share this value by
	// cov.Tie, separated by commas; "" where none do.
	Tied string
}

// Default bounds of positive parameters; [Bound] sets others.
const (
	DefaultMin = 1e-8
	DefaultMax = 1e8
)

// Positive returns a parameter that is learned in log space, between
// DefaultMin and DefaultMax.
func Positive(name string, value float64) Param {
	return Param{Name: name, Value: value, Transform: Log, Min: DefaultMin, Max: DefaultMax}
}

// Real returns a parameter that may be any number, learned as it is.
func Real(name string, value float64) Param {
	return Param{Name: name, Value: value, Transform: Identity, Min: math.Inf(-1), Max: math.Inf(1)}
}

// Bounded reports whether the bounds differ from those of [Positive] and [Real].
func (p Param) Bounded() bool {
	positive := p.Min == DefaultMin && p.Max == DefaultMax
	real := math.IsInf(p.Min, -1) && math.IsInf(p.Max, 1)
	return !positive && !real
}

// Check returns an error if the parameter's value is invalid: a value must be finite,
// and positive where its transform needs that.
func (p Param) Check() error {
	switch {
	case math.IsNaN(p.Value) || math.IsInf(p.Value, 0):
		return fmt.Errorf("%s is %v", p.Name, p.Value)
	case p.Transform != Identity && p.Value <= 0:
		return fmt.Errorf("%s is %v; it must be positive", p.Name, p.Value)
	case p.Min > p.Max:
		return fmt.Errorf("%s is bounded by [%v, %v], which is empty", p.Name, p.Min, p.Max)
	}
	return nil
}

// Values returns the natural values of ps.
func Values(ps []Param) []float64 {
	values := make([]float64, len(ps))
	for i, p := range ps {
		values[i] = p.Value
	}
	return values
}

// WithValues returns ps at the natural values theta.
func WithValues(ps []Param, theta []float64) []Param {
	ps = slices.Clone(ps)
	for i := range ps {
		ps[i].Value = theta[i]
	}
	return ps
}
