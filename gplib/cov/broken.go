package cov

import "fmt"

// broken stands for a covariance function whose construction failed. Its
// Check returns why, so that constructors can be nested without errors.
type broken struct{ err error }

func (b broken) label() string                { return "broken" }
func (b broken) params() []Param              { return nil }
func (b broken) with([]float64) body          { return b }
func (b broken) check(Inputs) error           { return b.err }
func (b broken) diag(dst []float64, _ Inputs) { clear(dst) }
func (b broken) Describe() (Spec, error)      { return Spec{}, b.err }
func (b broken) rows(_, _ Inputs) evaluator   { return brokenRows{} }
func (b broken) String() string               { return fmt.Sprintf("(%v)", b.err) }

func (b broken) separate(*separation, []int, []int) error { return b.err }

type brokenRows struct{}

func (brokenRows) value(dst []float64, _, _, _ int) { clear(dst) }
func (brokenRows) grad(_, _ []float64)              {}

// failure returns the error of the construction of k, or nil.
func failure(k Func) error {
	if f, ok := k.(function); ok {
		if b, ok := f.body.(broken); ok {
			return b.err
		}
	}
	return nil
}

// present returns k, or a broken function where k is nil. where names the
// constructor.
func present(k Func, where string) Func {
	if k == nil {
		return function{broken{fmt.Errorf("cov: %s was given a nil covariance function", where)}}
	}
	return k
}
