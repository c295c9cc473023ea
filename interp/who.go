package interp

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"krigo/cell"
	"krigo/internal/words"
)

// who runs %who.
func who(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantNone("who", in.args); err != nil {
		return nil, err
	}
	var tables []string
	for _, rows := range [][]string{s.variableRows(ctx), s.functionRows()} {
		if len(rows) > 1 {
			tables = append(tables, aligned(rows))
		}
	}
	b := plainBundle("no variables or functions")
	if len(tables) > 0 {
		b = plainBundle(strings.Join(tables, "\n\n"))
	}
	return &b, nil
}

// aligned returns a table of rows whose cells end in tabs.
func aligned(rows []string) string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(table, row)
	}
	table.Flush()
	return strings.TrimRight(text.String(), "\n")
}

// variableRows returns a head and a row for each variable.
func (s *Session) variableRows(ctx context.Context) []string {
	rows := []string{"variable\ttype\tsize\tcell"}
	for _, v := range s.variables(ctx, true) {
		size := "?"
		if v.Known {
			size = words.Bytes(v.Size)
		}
		cell := v.Cell
		if v.Stale {
			cell += " (of an earlier type)"
		}
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s", v.Name, v.Type, size, cell))
	}
	return rows
}

// functionRows returns a head and a row for each function and method.
func (s *Session) functionRows() []string {
	rows := []string{strings.Join([]string{"function", "type", "runs", "cell"}, "\t")}
	for _, f := range s.static.Functions() {
		rows = append(rows, fmt.Sprintf("%s\t%s\t%s\t%s", f.Name, f.Type, f.Runs(), f.Cell))
	}
	return rows
}
