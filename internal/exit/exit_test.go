package exit

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"
)

func TestStatusOfErrors(t *testing.T) {
	interrupted, cancel := context.WithCancelCause(t.Context())
	cancel(Signal(syscall.SIGTERM))
	for _, c := range []struct {
		ctx  context.Context
		err  error
		want int
	}{
		{t.Context(), errors.New("failed"), 1},
		{t.Context(), fmt.Errorf("run: %w", Misusef("no such flag")), Misused},
		{t.Context(), &Error{Status: 7}, 7},
		{interrupted, errors.New("failed"), BySignal + int(syscall.SIGTERM)},
		{interrupted, Misusef("no such flag"), Misused},
	} {
		if got := Status(c.ctx, c.err); got != c.want {
			t.Errorf("the status of %q is %d, want %d", c.err, got, c.want)
		}
	}
}

func TestASignalIsACancellation(t *testing.T) {
	if !errors.Is(Signal(syscall.SIGINT), context.Canceled) {
		t.Error("the cause of a signal is not context.Canceled")
	}
	if _, ok := SignalStatus(t.Context()); ok {
		t.Error("a context that nothing has cancelled has the status of a signal")
	}
}
