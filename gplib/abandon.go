package gplib

import "context"

// abandonable is the number of observations from which an evaluation takes
// so long that an interrupt should not wait for its end.
const abandonable = 1000

// Stateless tells whether evaluations of o may run at the same time, or be given
// up: they share nothing. That is known of the objectives of this package.
func Stateless(o Objective) bool {
	switch o := o.(type) {
	case LML, LOO, KFold, HoldOut:
		return true
	case MAP:
		return Stateless(o.objective())
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
