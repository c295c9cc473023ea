package interp

import (
	"context"
	"fmt"
	"time"

	"krigo/cell"
	"krigo/interp/static"
)

// timeCell runs %time. The time covers the statements and showing the value, not the
// check before.
func timeCell(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantGo("time", in); err != nil {
		return nil, err
	}
	program, faults := s.static.Check(in.code)
	if len(faults) > 0 {
		return nil, checkError(faults)
	}
	begin := time.Now()
	b, err := s.run(ctx, in.code, program, true)
	if err == nil {
		s.outlet.print("stdout", fmt.Sprintf("took %s\n", rounded(time.Since(begin))))
	}
	return b, err
}

func vetTime(v *vet, in invocation) error {
	v.source(in.code, static.KeepAssumed)
	return wantGo("time", in)
}

// rounded gives a duration three or four digits.
func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 10000 {
		unit *= 10
	}
	return d.Round(unit)
}
