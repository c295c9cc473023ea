package kernel

import (
	"context"
	"sync"
)

// running is the cell that runs, so that an interrupt can find it.
type running struct {
	mu     sync.Mutex
	cancel context.CancelFunc
}

// begin returns the context of a cell, and what to call when it has ended.
func (c *running) begin(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(parent)
	c.mu.Lock()
	c.cancel = cancel
	c.mu.Unlock()
	return ctx, func() {
		c.mu.Lock()
		c.cancel = nil
		c.mu.Unlock()
		cancel()
	}
}

func (c *running) interrupt() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cancel != nil {
		c.cancel()
	}
}

// interrupt cancels the cell that runs, if any.
func (k *core) interrupt(*request) (any, error) {
	k.running.interrupt()
	return map[string]string{"status": "ok"}, nil
}
