package mime

import (
	"fmt"
	"strings"
)

// ClaimTable is a table of claims and what became of them. Make one by [Claims].
type ClaimTable struct {
	*Tabular

	held, failed, left int
}

// Claims returns a table of published claims, each beside a measurement, that
// [ClaimTable.Judge] and [ClaimTable.Leave] fill. Its title counts the verdicts.
//
//	display.Claims().
//		Judge("Fig. 2: the gap closes", "closes", gap, gap < 0.01).
//		Leave("Table 2: protein", "0.39", "needs a download")
func Claims() *ClaimTable {
	return &ClaimTable{Tabular: Table([]string{"claim", "published", "measured", "verdict"}, nil)}
}

// Judge adds a claim with what was published and what was measured, values of any
// type, and whether the measurement bears it out. Let the program compute holds.
func (c *ClaimTable) Judge(claim string, published, measured any, holds bool) *ClaimTable {
	verdict := "held"
	if holds {
		c.held++
	} else {
		verdict = "not held"
		c.failed++
	}
	return c.add(claim, published, measured, verdict)
}

// Leave adds a claim that was not tried, and says why.
func (c *ClaimTable) Leave(claim string, published any, why string) *ClaimTable {
	c.left++
	return c.add(claim, published, "", "not shown: "+why)
}

func (c *ClaimTable) add(row ...any) *ClaimTable {
	c.rows = append(c.rows, row)
	var counts []string
	for _, count := range []struct {
		n       int
		verdict string
	}{{c.held, "held"}, {c.failed, "not held"}, {c.left, "not shown"}} {
		if count.n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", count.n, count.verdict))
		}
	}
	c.Title(fmt.Sprintf("Of %d claims %s", len(c.rows), strings.Join(counts, ", ")))
	return c
}
