package interp

import (
	"context"

	"krigo/cell"
)

func vetReset(v *vet, in invocation) error {
	v.Reset()
	return wantNone("reset", in.args)
}

// reset runs %reset.
func reset(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantNone("reset", in.args); err != nil {
		return nil, err
	}
	p := s.workers.current()
	p.retire("the session was reset")
	<-p.dead
	s.forget()
	_, err := s.workers.usable(ctx)
	return nil, err
}
