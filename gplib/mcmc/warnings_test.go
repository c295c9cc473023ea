package mcmc_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"krigo/gplib/mcmc"
)

// TestChainsWarnOfWhatIsWrong and of nothing where all is well.
func TestChainsWarnOfWhatIsWrong(t *testing.T) {
	chains := func(draws int, apart float64) *mcmc.Chains {
		rng := rand.New(rand.NewPCG(1, 2))
		c := &mcmc.Chains{Names: []string{"x"}}
		for k := range 4 {
			var chain [][]float64
			for range draws {
				chain = append(chain, []float64{apart*float64(k) + rng.NormFloat64()})
			}
			c.Draws = append(c.Draws, chain)
		}
		return c
	}
	for i := range 40 { // the number in the text is above the threshold, too
		for _, w := range chains(500, 0.005*float64(i)).Warnings().Of("chains-disagree") {
			var r float64
			if _, err := fmt.Sscanf(w.Found, "the largest R-hat is %g", &r); err != nil || r <= 1.01 {
				t.Errorf("%q: %v, %v", w, r, err)
			}
		}
	}
	diverged := chains(500, 0)
	diverged.Divergent = 100
	for want, c := range map[string]*mcmc.Chains{
		"": chains(500, 0), "R-hat": chains(500, 2), "effective sample size": chains(50, 0), "cannot be judged": chains(2, 0), "100 steps diverged": diverged,
	} {
		if told := c.Warnings().String(); want == "" && told != "" || !strings.Contains(told, want) {
			t.Errorf("%q, want %q", told, want)
		}
	}
}
