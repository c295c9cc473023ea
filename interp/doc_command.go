package interp

import (
	"context"

	"krigo/cell"
)

// doc is %doc.
func doc(_ context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	name, err := wantOne("doc", "name", in.args)
	if err != nil {
		return nil, err
	}
	info, ok := s.static.Inspect(name, len(name), 1)
	if !ok {
		return nil, commandError("%%doc: nothing is called %s", name)
	}
	out.Page(describe(info))
	return nil, nil
}
