package kernel

import (
	"context"
	"fmt"

	"krigo/cell"
)

// starter starts an engine while the kernel serves already what needs none.
type starter struct {
	ready  chan struct{}
	engine Engine
	err    error
}

func startEngine(ctx context.Context, start func(context.Context) (Engine, error)) *starter {
	s := &starter{ready: make(chan struct{})}
	go func() {
		defer close(s.ready)
		if s.engine, s.err = start(ctx); s.err != nil {
			s.err = fmt.Errorf("the engine did not start: %w", s.err)
		}
	}()
	return s
}

// get waits for the engine. An interrupt of the cell that needs it ends that.
func (s *starter) get(ctx context.Context) (Engine, error) {
	select {
	case <-s.ready:
	case <-ctx.Done():
		if !s.isReady() {
			return nil, &cell.Error{Name: "Interrupt", Message: "interrupted before the engine was ready"}
		}
	}
	return s.engine, s.err
}

func (s *starter) isReady() bool {
	select {
	case <-s.ready:
		return true
	default:
		return false
	}
}

// abandon ends the cell that does not stop, where the engine is there.
func (s *starter) abandon() {
	if s.isReady() && s.err == nil {
		s.engine.Abandon()
	}
}

// interruptHandlers ends the handlers of comms that run, where the engine is there.
func (s *starter) interruptHandlers() {
	if s.isReady() && s.err == nil {
		s.engine.InterruptHandlers()
	}
}

// close ends the engine, where it ever started.
func (s *starter) close() error {
	<-s.ready
	if s.err != nil {
		return nil
	}
	return s.engine.Close()
}
