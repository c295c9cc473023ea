package interp

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"krigo/cell"
	"krigo/interp/internal/wire"
)

// jobs runs %jobs. Goroutines of one cell in one state are one line.
func jobs(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantNone("jobs", in.args); err != nil {
		return nil, err
	}
	e, err := s.workers.ask(ctx, wire.Request{Kind: wire.KindJobs})
	if err != nil {
		return nil, err
	}
	b := plainBundle("no goroutines")
	if len(e.Jobs) > 0 {
		b = plainBundle(s.outlet.numbers.jobTable(e.Jobs))
	}
	return &b, nil
}

// jobTable lists goroutines by their cells.
func (c *cellNumbers) jobTable(found []wire.Job) string {
	var order []wire.Job
	count := map[wire.Job]int{}
	for _, j := range found {
		if count[j]++; count[j] == 1 {
			order = append(order, j)
		}
	}
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "cell\tgoroutines\tstate")
	for _, j := range order {
		cell := "an early cell"
		if n, ok := c.find(j.Cell); ok {
			cell = n.label
		}
		fmt.Fprintf(table, "%s\t%d\t%s\n", cell, count[j], j.State)
	}
	table.Flush()
	return strings.TrimRight(text.String(), "\n")
}
