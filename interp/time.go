package interp

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krigo/cell"
	"krigo/interp/internal/wire"
)

// timeCell is %time. The time is that of the statements and of showing the
// value, without the check before.
func timeCell(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if strings.TrimSpace(in.code.Source) == "" {
		return nil, commandError("%%time: the Go to run is missing")
	}
	program, faults := s.static.Check(in.code)
	if len(faults) > 0 {
		return nil, checkError(faults)
	}
	begin := time.Now()
	b, err := s.run(ctx, in.code, program, true)
	if err == nil {
		text := fmt.Sprintf("took %s\n", rounded(time.Since(begin)))
		s.emit(wire.Event{Kind: wire.KindStream, Name: "stdout", Text: text})
	}
	return b, err
}

// rounded gives a duration three or four digits.
func rounded(d time.Duration) time.Duration {
	unit := time.Duration(1)
	for d/unit >= 10000 {
		unit *= 10
	}
	return d.Round(unit)
}
