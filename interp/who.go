package interp

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"krigo/cell"
	"krigo/internal/words"
)

// who is %who.
func who(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantNone("who", in.args); err != nil {
		return nil, err
	}
	variables := s.variables(ctx, true)
	if len(variables) == 0 {
		b := plainBundle("no variables")
		return &b, nil
	}
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "variable\ttype\tsize\tcell")
	for _, v := range variables {
		size := "?"
		if v.Known {
			size = words.Bytes(v.Size)
		}
		cell := v.Cell
		if v.Stale {
			cell += " (of an earlier type)"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", v.Name, v.Type, size, cell)
	}
	table.Flush()
	b := plainBundle(strings.TrimRight(text.String(), "\n"))
	return &b, nil
}
