package reproduce

import (
	"context"
	"fmt"
	"slices"
)

// Grief measures GP-GRIEF (Evans and Nair 2018): its Table 1 by GRIEF-II and
// GRIEF-I, what becomes of GRIEF-I on the original basis, Fig. 1, Fig. 2, and
// a generated set of two million rows. Options.Sets chooses sets of the table
// and the parts electric, fig1, fig2 and original-SET. When ctx is cancelled it
// returns the claims that are complete, and the context's error.
func Grief(ctx context.Context, o Options) ([]Claim, error) {
	return runParts(ctx, o, griefParts())
}

func griefParts() []part {
	parts := []part{{"electric", griefElectric, withVerdict}, {"fig1", griefFigureOne, withVerdict}, {"fig2", griefFigureTwo, withVerdict}}
	for _, s := range griefSets {
		parts = append(parts, part{s.name, s.measure, quickly(s.quick, onlyShown)})
	}
	for _, s := range griefSets {
		if slices.Contains(griefOriginalSets, s.name) {
			parts = append(parts, part{"original-" + s.name, s.originals, skipped})
		}
	}
	return parts
}

// within returns the claim that a mean error is at most a published one and its
// standard deviation.
func within(c Claim, values []float64, paper, sd float64, note string) Claim {
	c.Measured, c.SD = meanSD(values)
	c.Paper = fmt.Sprintf("%.3g ± %.2g%s", paper, sd, note)
	c.Wanted = fmt.Sprintf("<= %.4g", paper+sd)
	c.Holds = c.Measured <= paper+sd
	return c
}
