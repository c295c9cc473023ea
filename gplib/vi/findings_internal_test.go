package vi

import (
	"errors"
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/internal/normal"
	"krigo/gplib/lik"
)

// Steps that end before the maximum are a finding, or an error where they are far away; a likelihood that is not
// log-concave is another.
func TestStepsThatDoNotReachTheMaximumAreReported(t *testing.T) {
	codes := func(gap float64, l lik.Func) (all []string) {
		s := normal.Sites{Gap: gap, Sweeps: 3}
		s.Model = gplib.Model{Cov: cov.SE(1), Lik: l}
		for _, f := range findings(&s) {
			all = append(all, f.Code)
		}
		return all
	}
	if got := codes(1e-10, lik.Laplace(1)); len(got) != 0 {
		t.Errorf("at the maximum there are %v", got)
	}
	if got := codes(1e-4, lik.Poisson()); len(got) != 1 || got[0] != "vi-not-converged" {
		t.Errorf("1e-4 from the maximum there are %v", got)
	}
	if got := codes(1e-10, lik.StudentT(1, 4)); len(got) != 1 || got[0] != "not-log-concave" {
		t.Errorf("with Student's t there are %v", got)
	}
	s := sites{Sites: normal.Sites{Gap: 0.1}}
	if err := s.converged(loose); !errors.Is(err, ErrNotConverged) {
		t.Errorf("0.1 from the maximum the error is %v", err)
	}
}
