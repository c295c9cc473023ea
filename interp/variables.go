package interp

import (
	"context"

	"krigo/cell"
)

// Variables lists the variables by name. It answers while a cell runs, which it
// reports, without their values then.
func (s *Session) Variables() (all []cell.Variable, running bool) {
	running = s.turn.isTaken()
	return s.variables(context.Background(), !running), running
}

// variables lists the variables, with their values where look says so.
func (s *Session) variables(ctx context.Context, look bool) []cell.Variable {
	known := s.static.Variables()
	out, exprs := make([]cell.Variable, len(known)), make([]string, len(known))
	for i, v := range known {
		out[i] = cell.Variable{Name: v.Name, Type: v.Type, Cell: v.Cell, Stale: v.Stale}
		exprs[i] = v.Expr
	}
	if !look || len(exprs) == 0 {
		return out
	}
	for i, p := range s.workers.peek(ctx, exprs) {
		out[i].Known, out[i].Value, out[i].Size = p.Known, p.Text, p.Size
	}
	return out
}
