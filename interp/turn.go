package interp

import "context"

// turn lets one caller evaluate at a time. It holds a token while it is free.
type turn chan struct{}

// newTurn returns a turn that is free.
func newTurn() turn {
	t := make(turn, 1)
	t <- struct{}{}
	return t
}

// take waits for the turn; the function that it returns gives it back.
func (t turn) take(ctx context.Context) (func(), error) {
	if ctx.Err() != nil {
		return nil, interrupted()
	}
	select {
	case <-t:
		return func() { t <- struct{}{} }, nil
	case <-ctx.Done():
		return nil, interrupted()
	}
}

// isTaken reports whether an evaluation runs.
func (t turn) isTaken() bool { return len(t) == 0 }
