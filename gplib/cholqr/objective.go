package cholqr

import (
	"fmt"

	"krigo/gplib/inducing"
)

// Objective is the function of inducing points and hyper-parameters that the
// learner minimises.
type Objective int

const (
	// VAR is the variational free energy, [inducing.VFE]: an upper bound of the
	// negative log marginal likelihood. Another inducing point never raises it.
	VAR Objective = iota
	// MLE is the negative log marginal likelihood of the projected process,
	// [inducing.DTC]. It is not a bound and has more local minima.
	MLE
)

// String returns the paper's abbreviation.
func (o Objective) String() string {
	switch o {
	case VAR:
		return "VAR"
	case MLE:
		return "MLE"
	default:
		return fmt.Sprintf("Objective(%d)", int(o))
	}
}

// approximation returns the objective as a value of package inducing.
func (o Objective) approximation() inducing.Approximation {
	if o == MLE {
		return inducing.DTC
	}
	return inducing.VFE
}

// trace returns v, the weight of the trace term.
func (o Objective) trace() float64 {
	if o == MLE {
		return 0
	}
	return 1
}
