package interp

import (
	"context"

	"krigo/cell"
	"krigo/interp/static"
)

// doc runs %doc.
func doc(ctx context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	name, err := wantOne("doc", "name", in.args)
	if err != nil {
		return nil, err
	}
	q, ok := static.ReadQuestion(name + "??")
	if !ok {
		return nil, commandError("%%doc: %s is no name", name)
	}
	page, err := s.documentation(ctx, q)
	if err != nil {
		return nil, err
	}
	out.Page(page)
	return nil, nil
}
