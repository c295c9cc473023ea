package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// signalled is the cause of a context that a signal has ended.
type signalled struct{ signal syscall.Signal }

func (s signalled) Error() string { return s.signal.String() }

// Is makes it the cancellation that it causes, of which net/http gives the cause.
func (signalled) Is(target error) bool { return target == context.Canceled }

// endingSignals are those that ask krigo to end: Ctrl-C, SIGTERM, and SIGHUP, which
// tells that the terminal is gone, unless nohup has it ignored.
func endingSignals() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// withSignals returns a context that the ending signals end. A second one ends its
// hurry, see onHurry; those after that have no effect.
func withSignals(parent context.Context) (context.Context, context.CancelFunc) {
	hurry, second := context.WithCancel(parent)
	ctx, first := context.WithCancelCause(context.WithValue(parent, hurryKey{}, hurry))
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, endingSignals()...)
	go func() {
		first(signalled{(<-signals).(syscall.Signal)})
		<-signals
		second()
	}()
	return ctx, func() { signal.Stop(signals); first(nil); second() }
}

type hurryKey struct{}

// onHurry calls f when the user has asked a second time to end; stop undoes that. A
// third signal then has its usual effect.
func onHurry(ctx context.Context, f func()) (stop func() bool) {
	hurry, ok := ctx.Value(hurryKey{}).(context.Context)
	if !ok {
		return func() bool { return false }
	}
	return context.AfterFunc(hurry, func() {
		signal.Reset(endingSignals()...)
		f()
	})
}

// signalStatus is the status of a program that the signal ended which has ended
// ctx, if one has.
func signalStatus(ctx context.Context) (status int, ok bool) {
	s := signalled{}
	if !errors.As(context.Cause(ctx), &s) {
		return 0, false
	}
	return bySignal + int(s.signal), true
}
