package gplib

import "context"

// abandonable is the number of observations from which an evaluation takes
// so long that an interrupt should not wait for its end.
const abandonable = 1000

// stateless tells whether an evaluation of o that nobody waits for any more
// harms nobody: it holds nothing that others read.
func stateless(o Objective) bool {
	switch o := o.(type) {
	case LML, LOO, KFold, HoldOut:
		return true
	case MAP:
		return stateless(o.objective())
	}
	return false
}

// evalUntil is o.Eval, but gives up when ctx ends and leaves the evaluation
// to end by itself. A panic in it is one here.
func evalUntil(ctx context.Context, o Objective, m Model, d Data, grad []float64) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	type outcome struct {
		value    float64
		err      error
		panicked any
	}
	done := make(chan outcome, 1)
	own := make([]float64, len(grad))
	go func() {
		var out outcome
		defer func() {
			out.panicked = recover()
			done <- out
		}()
		out.value, out.err = o.Eval(m, d, own)
	}()
	select {
	case out := <-done:
		if out.panicked != nil {
			panic(out.panicked)
		}
		copy(grad, own)
		return out.value, out.err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
