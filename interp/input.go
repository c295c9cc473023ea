package interp

import (
	"context"

	"krigo/interp/internal/wire"
)

// answer asks the user what the worker wants to know. It runs beside the
// cell's other output, which may go on meanwhile.
func (s *Session) answer(e wire.Event) {
	s.mu.Lock()
	p, ctx := s.process, s.asking
	s.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-p.dead:
			cancel()
		case <-ctx.Done():
		}
	}()

	reply := wire.Request{Kind: wire.KindAnswer, ID: e.ID}
	text, err := "", ErrNoInput
	if out := s.output(); out != nil {
		text, err = out.Input(ctx, e.Text, e.Password)
	}
	reply.Text = text
	if err != nil {
		reply.Text, reply.Refused = "", err.Error()
	}
	if err := p.requests.Write(reply); err != nil {
		s.options.Log.Debug("the answer came too late", "error", err)
	}
}
