package mcmc

import (
	"fmt"
	"math"

	"krigo/gplib"
)

// Thresholds of good chains (Vehtari et al. 2021, sections 4 and 6).
const (
	goodRHat = 1.01
	goodESS  = 400
	// mostDivergent is the part of the draws that may diverge.
	mostDivergent = 0.01
)

// count returns the number of draws.
func (c *Chains) count() int {
	n := 0
	for _, draws := range c.Draws {
		n += len(draws)
	}
	return n
}

// Warnings reports chains that disagree, too few draws and many divergent
// steps; it is empty for good chains.
func (c *Chains) Warnings() gplib.Findings {
	var found gplib.Findings
	if float64(c.Divergent) > mostDivergent*float64(c.count()) {
		found = append(found, gplib.Finding{
			Code: "chains-divergent", Found: fmt.Sprintf("%d steps diverged", c.Divergent),
			Means: "the chains may have missed a part of the posterior", Do: "give parameters priors, or chains a longer Warmup",
		})
	}
	summaries, err := c.Summaries()
	if err != nil {
		return append(found, gplib.Finding{Code: "chains-unjudged", Found: "the chains cannot be judged", Means: err.Error()})
	}
	rHat, ess := 0.0, math.Inf(1)
	for _, v := range summaries {
		rHat, ess = math.Max(rHat, v.RHat), math.Min(ess, v.ESSBulk)
	}
	if rHat > goodRHat {
		found = append(found, gplib.Finding{
			Code: "chains-disagree", Found: fmt.Sprintf("the largest R-hat is %.3f", math.Ceil(1000*rHat)/1000),
			Means: fmt.Sprintf("chains that agree have at most %v", goodRHat), Do: "draw longer, or give parameters priors",
		})
	}
	if ess < goodESS {
		found = append(found, gplib.Finding{
			Code: "chains-short", Found: fmt.Sprintf("the least effective sample size is %.0f", ess), Means: fmt.Sprintf("%d is good", goodESS), Do: "draw longer",
		})
	}
	return found
}
