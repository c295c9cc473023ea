package display

import (
	"fmt"

	"krigo/display/mime"
	"krigo/gplib/mcmc"
)

// chainTable shows a summary of the draws of each value, and its reliability. If there
// are too few draws for that, it says so.
func chainTable(c *mcmc.Chains) any {
	if len(c.Draws) == 0 {
		return mime.MIME(mime.TypePlain, "chains without draws")
	}
	summaries, err := c.Summaries()
	if err != nil {
		return mime.Failed(err)
	}
	rows := make([][]any, len(summaries))
	for i, s := range summaries {
		rows[i] = []any{s.Name, s.Mean, s.SD, s.Q5, s.Median, s.Q95, s.RHat, s.ESSBulk, s.ESSTail}
	}
	title := fmt.Sprintf("%d chains of %d draws", len(c.Draws), len(c.Draws[0]))
	if c.Divergent > 0 {
		title += fmt.Sprintf(", %d divergent steps", c.Divergent)
	}
	header := []string{"value", "mean", "sd", "5 %", "median", "95 %", "R-hat", "bulk ESS", "tail ESS"}
	return mime.Table(header, rows).Title(title)
}
