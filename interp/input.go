package interp

import (
	"context"
	"sync"

	"krigo/cell"
	"krigo/interp/internal/wire"
)

// asking bounds the questions of the cell that runs: its context ends when the cell is
// interrupted.
type asking struct {
	mu  sync.Mutex
	ctx context.Context // nil where no cell runs
}

// begin makes ctx bound the questions that are asked from now on.
func (a *asking) begin(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ctx = ctx
}

// end refuses further questions.
func (a *asking) end() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ctx = nil
}

// current returns the context of the cell that runs, or nil.
func (a *asking) current() context.Context {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ctx
}

// answer asks the user the worker p's question, until ctx ends; a nil ctx means that no
// cell runs. It runs concurrently with the cell's other output.
func (s *Session) answer(ctx context.Context, p *process, e wire.Event) {
	reply := wire.Request{Kind: wire.KindAnswer, ID: e.ID}
	if ctx == nil {
		reply.Refused = "no cell is running, so nobody can answer"
	} else {
		s.ask(ctx, p, e, &reply)
	}
	if err := p.requests.Write(reply); err != nil {
		s.options.Log.Debug("the answer came too late", "error", err)
	}
}

// ask fills in the user's answer, or the reason for none. It ends with p.
func (s *Session) ask(ctx context.Context, p *process, e wire.Event, reply *wire.Request) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-p.dead:
			cancel()
		case <-ctx.Done():
		}
	}()
	text, err := "", cell.ErrNoInput
	if out := s.outlet.current(); out != nil {
		text, err = out.Input(ctx, e.Text, e.Password)
	}
	switch {
	case err == nil:
		reply.Text = text
	case ctx.Err() != nil:
		reply.Interrupted = true
	default:
		reply.Refused = err.Error()
	}
}
