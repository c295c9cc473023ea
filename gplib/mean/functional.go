package mean

import (
	"fmt"

	"krigo/gplib/cov"
)

// CheckFunctionals returns an error if x are functionals ([cov.Functionals]) and m takes points only: the means of
// this package take both, and m(L) is L of the mean function then.
func CheckFunctionals(m Func, x cov.Inputs) error {
	if _, ok := x.(*cov.FunctionalInputs); !ok {
		return nil
	}
	for {
		switch of := m.(type) {
		case nil:
			return nil
		case interface{ inner() Func }:
			m = of.inner()
		case interface{ functionals() }:
			return nil
		default:
			return fmt.Errorf("gplib: a mean of type %T takes no functionals; use one of this library, or none", m)
		}
	}
}

// ones returns the constant function 1 at point i, or the value of functional i on it.
func ones(x cov.Inputs, i int) float64 {
	if l, ok := x.(*cov.FunctionalInputs); ok {
		return l.Monomial(i, 0, 0)
	}
	return 1
}
