package interp

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"krigo/cell"
	"krigo/interp/internal/wire"
)

// jobs is %jobs. Goroutines of one cell in one state are one line.
func jobs(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantNone("jobs", in.args); err != nil {
		return nil, err
	}
	found, err := s.askJobs(ctx)
	if err != nil {
		return nil, err
	}
	b := plainBundle("no goroutines")
	if len(found) > 0 {
		b = plainBundle(s.jobTable(found))
	}
	return &b, nil
}

// askJobs asks the worker which goroutines cells have left behind.
func (s *Session) askJobs(ctx context.Context) ([]wire.Job, error) {
	p, err := s.usable(ctx)
	if err != nil {
		return nil, err
	}
	result, err := p.call(wire.Request{Kind: wire.KindJobs}, nil)
	if err != nil {
		return nil, noWorker(err.Error())
	}
	select {
	case e := <-result:
		return e.Jobs, nil
	case <-p.dead:
		return nil, noWorker(p.death.cause)
	case <-ctx.Done():
		return nil, interrupted()
	}
}

func (s *Session) jobTable(found []wire.Job) string {
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
		if n, ok := s.numbers.find(j.Cell); ok {
			cell = n.label
		}
		fmt.Fprintf(table, "%s\t%d\t%s\n", cell, count[j], j.State)
	}
	table.Flush()
	return strings.TrimRight(text.String(), "\n")
}
