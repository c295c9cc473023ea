package execute

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krigo/cell"
)

// Eval evaluates a cell, which a positive limit interrupts when it runs longer:
// its error is then a "Timeout", with the places at which it was.
func Eval(ctx context.Context, engine Engine, c cell.Cell, out cell.Output, limit time.Duration) (*cell.Bundle, error) {
	if limit <= 0 {
		return engine.Eval(ctx, c, out)
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	value, err := engine.Eval(limited, c, out)
	failure := (*cell.Error)(nil)
	if ctx.Err() != nil || limited.Err() == nil || !errors.As(err, &failure) {
		return value, err
	}
	return nil, &cell.Error{
		Name:        "Timeout",
		Message:     fmt.Sprintf("the cell ran longer than %v and was interrupted", limit),
		Diagnostics: failure.Diagnostics,
		Details:     failure.Details,
	}
}
