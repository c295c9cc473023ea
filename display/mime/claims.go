package mime

import (
	"fmt"
	"slices"
	"strings"
)

// ClaimTable is a table of claims and their verdicts. Make one by [Claims].
type ClaimTable struct {
	*Tabular

	verdicts []string // of the rows, without reasons
}

// Claims returns a table of published claims, each with a measurement, that
// [ClaimTable.Judge] and [ClaimTable.Leave] fill. Its title counts the verdicts.
//
//	display.Claims().
//		Judge("Fig. 2: the gap closes", "closes", gap, gap < 0.01).
//		Leave("Table 2: protein", "0.39", "needs a download")
func Claims() *ClaimTable {
	return &ClaimTable{Tabular: Table([]string{"claim", "published", "measured", "verdict"}, nil)}
}

// Judge adds a claim with what was published and what was measured, values of any type,
// and whether the measurement bears it out: holds is for the program to compute. A
// claim of the same words is judged again in its row, so that a cell can run again.
func (c *ClaimTable) Judge(claim string, published, measured any, holds bool) *ClaimTable {
	verdict := "not held"
	if holds {
		verdict = "held"
	}
	return c.put(verdict, claim, published, measured, verdict)
}

// Leave adds a claim that was not tested, with the reason.
func (c *ClaimTable) Leave(claim string, published any, why string) *ClaimTable {
	const verdict = "not shown"
	return c.put(verdict, claim, published, "", verdict+": "+why)
}

// put sets the row of the claim, which is its first value.
func (c *ClaimTable) put(verdict string, row ...any) *ClaimTable {
	at := slices.IndexFunc(c.rows, func(r []any) bool { return r[0] == row[0] })
	if at < 0 {
		at = len(c.rows)
		c.rows, c.verdicts = append(c.rows, nil), append(c.verdicts, "")
	}
	c.rows[at], c.verdicts[at] = row, verdict
	c.Title(c.count())
	return c
}

// count returns the number of claims with each verdict.
func (c *ClaimTable) count() string {
	var counts []string
	for _, verdict := range []string{"held", "not held", "not shown"} {
		n := 0
		for _, v := range c.verdicts {
			if v == verdict {
				n++
			}
		}
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, verdict))
		}
	}
	return fmt.Sprintf("%d claims: %s", len(c.verdicts), strings.Join(counts, ", "))
}
