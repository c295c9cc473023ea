package cholqr

import (
	"fmt"

	"krigo/gplib/inducing"
)

// Objective is what the learner minimises over inducing points and
// hyper-parameters.
type Objective int

const (
	// VAR is the variational free energy, [inducing.VFE]: an upper bound of the
	// negative log marginal likelihood. An inducing point more never raises
	// it.
	VAR Objective = iota
	// MLE is the negative log marginal likelihood of the projected process,
	// [inducing.DTC]. It is no bound and has more local minima.
	MLE
)

// String is the paper's abbreviation.
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

// approximation is the same in the words of package inducing.
func (o Objective) approximation() inducing.Approximation {
	if o == MLE {
		return inducing.DTC
	}
	return inducing.VFE
}

// trace is v, the weight of the trace term.
func (o Objective) trace() float64 {
	if o == MLE {
		return 0
	}
	return 1
}
