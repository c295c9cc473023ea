package execute

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"krigo/cell"
)

// Eval evaluates a cell, which a positive limit interrupts when it runs longer:
// its error is then a "Timeout", at the first line of the cell.
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
		Diagnostics: []cell.Diagnostic{beginning(c)},
		Details:     failure.Details,
	}
}

// beginning returns the place of a cell's first line that is not empty: cells of a script
// begin with empty ones.
func beginning(c cell.Cell) cell.Diagnostic {
	for i, line := range strings.Split(c.Source, "\n") {
		if strings.TrimSpace(line) != "" {
			return cell.Diagnostic{Cell: c.Label, Line: i + 1, Source: line}
		}
	}
	return cell.Diagnostic{Cell: c.Label, Line: 1}
}
