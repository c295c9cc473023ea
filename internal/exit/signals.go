package exit

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"slices"
	"sync"
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

// terminations are the functions that OnTerminate has registered, while there are any.
var terminations struct {
	sync.Mutex
	functions []*func()
	signals   chan os.Signal
}

// OnTerminate ends the process when SIGTERM or SIGHUP asks it to: for commands that Ctrl-C does not end. First it calls
// the functions that were registered, the last one first; f may be nil. stop undoes the registration.
func OnTerminate(f func()) (stop func()) {
	if f == nil {
		f = func() {}
	}
	t := &terminations
	t.Lock()
	defer t.Unlock()
	if len(t.functions) == 0 {
		t.signals = make(chan os.Signal, 1)
		signal.Notify(t.signals, endingSignals()[1:]...)
		go terminate(t.signals)
	}
	t.functions = append(t.functions, &f)
	return sync.OnceFunc(func() {
		t.Lock()
		defer t.Unlock()
		t.functions = slices.DeleteFunc(t.functions, func(g *func()) bool { return g == &f })
		if len(t.functions) == 0 {
			signal.Stop(t.signals)
			close(t.signals)
		}
	})
}

// terminate ends the process at the first signal.
func terminate(signals <-chan os.Signal) {
	s, ok := <-signals
	if !ok {
		return
	}
	terminations.Lock()
	for _, f := range slices.Backward(terminations.functions) {
		(*f)()
	}
	number, _ := s.(syscall.Signal)
	os.Exit(BySignal + int(number))
}
