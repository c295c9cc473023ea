package admm

import (
	"testing"

	"krigo/gplib"
	"krigo/gplib/cov"
)

// The folds' own passes are compared with the dense F elsewhere.
func TestTheGradientOfAllFoldsIsTheSumOfTheirs(t *testing.T) {
	for name, m := range models() {
		m.Mean = gplib.ConstantMean(0.3)
		d := draw(t, cov.SE(0.5), grid(90), 0.25, 2)
		f := begun(t, problem{parts: RandomFolds(4).partition()}, m, d)
		phi := f.space.phiOf(f.space.start)
		got, want := make([]float64, len(phi)), make([]float64, len(phi))
		together := f.exact()
		if together.joint == nil {
			t.Fatalf("%s: the folds share nothing", name)
		}
		together.gradient(got, phi)
		exactError{folds: f.folds}.gradient(want, phi)
		compare(t, name+": ∇F", got, want, 1e-10)
	}
}
