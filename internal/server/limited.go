package server

import (
	"context"
	"time"

	"krigo/cell"
	"krigo/internal/nbformat/execute"
	"krigo/kernel"
)

// limited is an engine that interrupts cells and handlers which run longer than limit.
type limited struct {
	kernel.Engine
	limit time.Duration
}

// abandonPause is the interval at which a cell that an interrupt did not stop is asked to end with
// its process: the engine does so once it has waited enough.
const abandonPause = time.Second

// Eval interrupts a cell that runs longer, and ends its process where that does not
// stop it.
func (e *limited) Eval(ctx context.Context, c cell.Cell, out cell.Output) (*cell.Bundle, error) {
	over := make(chan struct{})
	defer close(over)
	timer := time.AfterFunc(e.limit, func() {
		for {
			select {
			case <-over:
				return
			case <-time.After(abandonPause):
				e.Abandon()
			}
		}
	})
	defer timer.Stop()
	return execute.Eval(ctx, e.Engine, c, out, e.limit)
}

// Comm interrupts what a control calls and runs longer.
func (e *limited) Comm(m cell.CommMessage, out cell.Output, handled func()) error {
	timer := time.AfterFunc(e.limit, e.InterruptHandlers)
	err := e.Engine.Comm(m, out, func() {
		timer.Stop()
		handled()
	})
	if err != nil {
		timer.Stop()
	}
	return err
}
