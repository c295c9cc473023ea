package admm

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/posteriortest"
)

// TestCGPosteriorKeepsTheContract: of what conjugate gradients leave open, a
// thousandth of a variance and 1e-8 of ‖y - m‖, it allows as much. Differences
// of such variances say nothing of gradients, which the next test compares.
func TestCGPosteriorKeepsTheContract(t *testing.T) {
	for _, c := range posteriorCases(t) {
		first, rest := c.d.Subset(upTo(0, c.d.Len()-20)), c.d.Subset(upTo(c.d.Len()-20, c.d.Len()))
		p, err := conditionCG(ctx, c.m, first)
		if err != nil {
			t.Fatal(err)
		}
		posteriortest.Check(t, posteriortest.Case{
			Posterior: p, At: c.x.Subset([]int{0, 1, 2}), More: rest, Tol: 2e-3, GradientTol: math.Inf(1),
			Anew: func(all gplib.Data) (gplib.Posterior, error) { return gplib.Condition(c.m, all) },
		})
	}
}

func TestCGPosteriorHasTheExactGradients(t *testing.T) {
	for name, c := range posteriorCases(t) {
		p, exact := bothPosteriors(t, c.m, c.d)
		for what, f := range map[string]func(gplib.Differentiable) (*mat.Dense, error){
			"mean":     func(p gplib.Differentiable) (*mat.Dense, error) { return p.MeanGradient(c.x) },
			"variance": func(p gplib.Differentiable) (*mat.Dense, error) { return p.VarGradient(c.x) },
		} {
			got, err := f(p)
			if err != nil {
				t.Fatal(err)
			}
			want, err := f(exact)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.EqualApprox(got, want, 1e-5) {
				t.Errorf("%s, %s: %v, not %v", name, what, mat.Formatted(got.T()), mat.Formatted(want.T()))
			}
		}
	}
}

func upTo(lo, hi int) []int {
	var index []int
	for i := lo; i < hi; i++ {
		index = append(index, i)
	}
	return index
}
