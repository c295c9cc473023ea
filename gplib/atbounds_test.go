package gplib

import (
	"strings"
	"testing"

	"krigo/gplib/cov"
	"krigo/gplib/param"
)

// A bound that a method sets on the model is not the user's: at the other bound, which follows from the
// data, there is a note and no warning.
func TestBoundsOfMethodsAreNotTheUsers(t *testing.T) {
	ps := []cov.Param{cov.Positive("lengthscale", 1).As(param.RoleLengthscale)}
	ps[0].Min, ps[0].Max, ps[0].Value = 0.1, 100, 99.9
	k := cov.SE(1)
	given := Model{Cov: k, Noise: FixedGaussian(0.1)}
	all := append(ps, given.Noise.Params()...)
	if found := atBounds(all, given, nil); len(found) != 1 || found[0].Code != "at-data-bound" {
		t.Errorf("%q", found)
	} else if text := found[0].String(); strings.Contains(text, "flat") || !strings.Contains(text, "may be larger beyond it") {
		t.Errorf("%q says what was not computed", text)
	}
	given.Cov = cov.Bound(k, "lengthscale", 0.1, 100)
	if found := atBounds(all, given, nil); len(found) != 1 || found[0].Code != "at-bound" {
		t.Errorf("%q", found)
	}
}

// The data suggest no bounds of a parameter without a role: one that the given model does not have is the learner's.
func TestBoundsOfLearnersAreWarnings(t *testing.T) {
	given := Model{Cov: cov.Periodic(1, 2), Noise: FixedGaussian(0.1)}
	ps := given.Params()
	ps[0].Min, ps[0].Value = 0.5, 0.5
	if found := atBounds(ps, given, nil); len(found) != 1 || found[0].Code != "at-bound" || !strings.Contains(found[0].Do, "another learner") {
		t.Errorf("%q", found)
	}
	given.Cov = cov.Bound(cov.Periodic(0.5, 2), "lengthscale", 0.5, 10)
	ps = given.Params()
	if found := atBounds(ps, given, nil); len(found) != 1 || found[0].Code != "at-bound" || !strings.Contains(found[0].Do, "Model.Bound") {
		t.Errorf("%q", found)
	}
}
