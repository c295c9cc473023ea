package cov

import (
	"fmt"
	"math"
)

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

// Bounded tells whether the bounds are others than those of [Positive] and
// [Real].
func (p Param) Bounded() bool {
	positive := p.Min == DefaultMin && p.Max == DefaultMax
	real := math.IsInf(p.Min, -1) && math.IsInf(p.Max, 1)
	return !positive && !real
}

// Check tells what is wrong with the parameter's value, or nil: a value must
// be finite, and positive where its transform needs that.
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

// checkParams is the first error among the parameters.
func checkParams(ps []Param) error {
	for _, p := range ps {
		if err := p.Check(); err != nil {
			return fmt.Errorf("cov: %w", err)
		}
	}
	return nil
}

// positives returns one positive parameter a value: name where there is one
// value, name[0], name[1]... where there are more.
func positives(name string, values []float64) []Param {
	ps := make([]Param, len(values))
	for i, v := range values {
		ps[i] = Positive(name, v)
		if len(values) > 1 {
			ps[i].Name = fmt.Sprintf("%s[%d]", name, i)
		}
	}
	return ps
}
