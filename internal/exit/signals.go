package exit

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// Signal is the cause of a context that a signal has cancelled.
type Signal syscall.Signal

// Error returns the name of the signal.
func (s Signal) Error() string { return syscall.Signal(s).String() }

// Is makes the cause equal to context.Canceled: net/http returns causes.
func (Signal) Is(target error) bool { return target == context.Canceled }

// endingSignals returns the signals that ask krigo to end: Ctrl-C, SIGTERM and, unless nohup
// ignores it, SIGHUP, which reports that the terminal is gone.
func endingSignals() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// WithSignals returns a context that the first ending signal cancels. The second one calls
// the functions that OnHurry has registered; later ones have no effect.
func WithSignals(parent context.Context) (context.Context, context.CancelFunc) {
	hurry, second := context.WithCancel(parent)
	ctx, first := context.WithCancelCause(context.WithValue(parent, hurryKey{}, hurry))
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, endingSignals()...)
	go func() {
		first(Signal((<-signals).(syscall.Signal)))
		<-signals
		second()
	}()
	return ctx, func() { signal.Stop(signals); first(nil); second() }
}

type hurryKey struct{}

// OnHurry calls f when a second signal asks krigo to end; stop undoes that. A third signal
// then has its usual effect.
func OnHurry(ctx context.Context, f func()) (stop func() bool) {
	hurry, ok := ctx.Value(hurryKey{}).(context.Context)
	if !ok {
		return func() bool { return false }
	}
	return context.AfterFunc(hurry, func() {
		signal.Reset(endingSignals()...)
		f()
	})
}

// SignalStatus returns the exit status of a program that was ended by the signal that
// cancelled ctx. ok reports whether a signal did.
func SignalStatus(ctx context.Context) (status int, ok bool) {
	var s Signal
	if !errors.As(context.Cause(ctx), &s) {
		return 0, false
	}
	return BySignal + int(s), true
}
