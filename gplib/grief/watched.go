package grief

import (
	"context"
	"sync/atomic"

	"krigo/gplib"
)

// watched are the passes of a start that remember the first error. A search takes a point
// that cannot be evaluated for a bad one and goes elsewhere; unreadable rows must end it.
type watched struct {
	Passes
	failed atomic.Pointer[error]
}

func (w *watched) Sums(ctx context.Context, b *Basis, less gplib.Mean) (*Sums, error) {
	s, err := w.Passes.Sums(ctx, b, less)
	w.keep(ctx, err)
	return s, err
}

func (w *watched) Slopes(ctx context.Context, b *Basis, at *Solution, less gplib.Mean) (*Slopes, error) {
	s, err := w.Passes.Slopes(ctx, b, at, less)
	w.keep(ctx, err)
	return s, err
}

// keep keeps the first error, but not those of fits that are interrupted.
func (w *watched) keep(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		w.failed.CompareAndSwap(nil, &err)
	}
}

// err returns the first error of a pass, nil if none.
func (w *watched) err() error {
	if failed := w.failed.Load(); failed != nil {
		return *failed
	}
	return nil
}
