package kernel

import (
	"context"
	"sync"
)

// running is the cell that runs, so that an interrupt can find it.
type running struct {
	mu     sync.Mutex
	ctx    context.Context    // of the latest cell
	cancel context.CancelFunc // nil where none runs
}

// run serves a request that an interrupt reaches from its busy to its reply.
func (c *running) run(parent context.Context, r *request, handler func(*request) (any, error)) {
	c.begin(parent)
	r.serve(func(r *request) (any, error) {
		defer c.end()
		return handler(r)
	})
}

func (c *running) begin(parent context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ctx, c.cancel = context.WithCancel(parent)
}

func (c *running) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cancel()
	c.cancel = nil
}

// interrupt cancels the cell that runs. It reports whether one does, and whether
// it was cancelled before.
func (c *running) interrupt() (runs, again bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel == nil {
		return false, false
	}
	again = c.ctx.Err() != nil
	c.cancel()
	return true, again
}

// interrupt cancels the cell that runs, or the handlers of comms where none does.
// A cell that was interrupted before and does not stop is abandoned.
func (k *core) interrupt(*request) (any, error) {
	switch runs, again := k.running.interrupt(); {
	case !runs:
		k.engine.interruptHandlers()
	case again:
		k.engine.abandon()
	}
	return map[string]string{"status": "ok"}, nil
}
