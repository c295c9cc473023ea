package reproduce

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"krigo/gplib"
	"krigo/gplib/cov"
	"krigo/gplib/lik"
)

func TestFactsOfLikelihoodsHold(t *testing.T) {
	claims, err := likFacts(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(claims) < 10 {
		t.Errorf("%d claims", len(claims))
	}
	for _, c := range claims {
		if c.Wanted != "" && !c.Holds {
			t.Errorf("%s: %v, wanted %s", c.Claim, c.Measured, c.Wanted)
		}
	}
}

func TestThereAreTwentyProblems(t *testing.T) {
	count := 0
	for _, k := range likKinds {
		count += len(k.variances)
	}
	if count != 20 {
		t.Errorf("%d problems", count)
	}
}

// Errors are those against the moments of draws: two draws 1 and 3 of one latent value have the mean 2 and the
// standard deviation √2.
func TestErrorsAreThoseAgainstDraws(t *testing.T) {
	l := lik.Gaussian(1)
	truth := truthOf(mat.NewDense(2, 1, []float64{1, 3}), 2, l, 2)
	e := truth.errors(gplib.NewPrediction(cov.Line([]float64{0}), []float64{2 + 2*math.Sqrt2}, []float64{8}, l), 2)
	if math.Abs(e.mean-2) > 1e-12 || math.Abs(e.narrow-2) > 1e-12 {
		t.Errorf("the errors are %+v", e)
	}
	// P(y <= 2) is 1/2 by symmetry, and Φ(-2√2/3) of N(2 + 2√2, 8) with noise.
	if want := 0.5 - math.Erfc(2*math.Sqrt2/3/math.Sqrt2)/2; math.Abs(e.probability-want) > 1e-9 {
		t.Errorf("the error of the probability is %v, not %v", e.probability, want)
	}
}
