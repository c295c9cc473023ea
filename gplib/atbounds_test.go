package gplib

import (
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
	}
	given.Cov = cov.Bound(k, "lengthscale", 0.1, 100)
	if found := atBounds(all, given, nil); len(found) != 1 || found[0].Code != "at-bound" {
		t.Errorf("%q", found)
	}
}
