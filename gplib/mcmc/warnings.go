package mcmc

import (
	"fmt"
	"math"
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
func (c *Chains) Warnings() []string {
	var warnings []string
	if float64(c.Divergent) > mostDivergent*float64(c.count()) {
		warnings = append(warnings, fmt.Sprintf("%d steps diverged: the chains may have missed a part of the posterior; give parameters priors, or chains a longer Warmup", c.Divergent))
	}
	summaries, err := c.Summaries()
	if err != nil {
		return append(warnings, fmt.Sprintf("the chains cannot be judged: %v", err))
	}
	rHat, ess := 0.0, math.Inf(1)
	for _, v := range summaries {
		rHat, ess = math.Max(rHat, v.RHat), math.Min(ess, v.ESSBulk)
	}
	if rHat > goodRHat {
		warnings = append(warnings, fmt.Sprintf("the largest R-hat is %.3g; chains agree below %v: draw longer, or give parameters priors", rHat, goodRHat))
	}
	if ess < goodESS {
		warnings = append(warnings, fmt.Sprintf("the least effective sample size is %.0f; %d is good: draw longer", ess, goodESS))
	}
	return warnings
}
