package gplib

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"krigo/gplib/cov"
)

// String is the status in words.
func (s Status) String() string {
	switch s {
	case Converged:
		return "converged"
	case IterationLimit:
		return "iteration limit"
	case RuntimeLimit:
		return "runtime limit"
	case Stalled:
		return "stalled"
	case Cancelled:
		return "cancelled"
	default:
		return fmt.Sprintf("Status(%d)", int(s))
	}
}

// Predict returns the marginal distributions of f and y at x under the
// result's posterior.
func (r *Result) Predict(x cov.Inputs) (Prediction, error) { return r.Posterior.Predict(x) }

// Param returns the learned parameter of the given name; see [Model.Param].
func (r *Result) Param(name string) (cov.Param, error) { return r.Model.Param(name) }

// String shows the outcome, a table of the learned parameters and the
// warnings.
func (r *Result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %v after %d iterations, %v\n", r.Method, r.Status, r.Trace.iterations(),
		r.Elapsed.Round(time.Millisecond))
	fmt.Fprintf(&b, "%s: %.6g\n\n", r.Trace.Objective, r.Value)
	writeParams(&b, r.Model.Params())
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "\nwarning: %s", w)
	}
	return strings.TrimRight(b.String(), "\n")
}

func (t Trace) iterations() int {
	if len(t.Steps) == 0 {
		return 0
	}
	return t.Steps[len(t.Steps)-1].Iter
}

func writeParams(b *strings.Builder, ps []cov.Param) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "parameter\tvalue\tbounds")
	for _, p := range ps {
		fmt.Fprintf(w, "%s\t%.6g\t%s\n", p.Name, p.Value, paramState(p))
	}
	w.Flush()
}

// paramState is a parameter's bounds where the user has set them, or that it is
// fixed, then its prior and what it is tied to.
func paramState(p cov.Param) string {
	state := fmt.Sprintf("[%.4g, %.4g]", p.Min, p.Max)
	switch {
	case p.Fixed:
		state = "fixed"
	case !p.Bounded():
		state = "by the data"
	}
	if p.Prior != nil {
		state += fmt.Sprintf(", prior %v", p.Prior)
	}
	if p.Tied != "" {
		state += ", tied to " + p.Tied
	}
	return state
}
