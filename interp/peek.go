package interp

import (
	"context"
	"time"

	"krigo/interp/internal/wire"
)

// peekTimeout is how long a question about values may take. A worker answers at once,
// busy or not, unless the machine is very busy.
const peekTimeout = 2 * time.Second

// peek asks the worker for the values of expressions, in short, without running their
// methods. It returns nothing if the worker is busy.
func (w *workers) peek(ctx context.Context, exprs []string) []wire.Peek {
	p := w.current()
	if !p.wasUsable() || p.isDead() {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, peekTimeout)
	defer stop()
	result, err := p.call(wire.Request{Kind: wire.KindPeek, Exprs: exprs}, nil)
	if err != nil {
		return nil
	}
	select {
	case e := <-result:
		if len(e.Peeks) == len(exprs) {
			return e.Peeks
		}
	case <-p.dead:
	case <-ctx.Done():
	}
	return nil
}
