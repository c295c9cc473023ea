// Package exit maps errors and signals to the status with which krigo exits.
package exit

import (
	"context"
	"errors"
	"fmt"
)

// Exit statuses, in addition to 0 for success and 1 for failure. The status that a script gives to
// os.Exit is passed on unchanged.
const (
	// Misused reports wrong use: an unknown command or flag, a value that a flag cannot
	// have, a missing file.
	Misused = 2
	// Panicked is the status of a Go program that panicked.
	Panicked = 2
	// TimedOut is the status of timeout(1).
	TimedOut = 124
	// BySignal plus the number of a signal is the status of a program that it ended.
	BySignal = 128
	// Killed reports that the process that ran the code was killed, for example by a system
	// that is out of memory: 128 + SIGKILL.
	Killed = BySignal + 9
)

// Error is an error with an exit status of its own. Err is printed before krigo exits; it is
// nil if everything has been printed already.
type Error struct {
	Status int
	Err    error
}

// Error returns the text of Err, or "".
func (e *Error) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// Misuse returns err with the status of wrong use.
func Misuse(err error) error { return &Error{Misused, err} }

// Misusef formats an error with the status of wrong use.
func Misusef(format string, args ...any) error { return Misuse(fmt.Errorf(format, args...)) }

// Status returns the status with which err, which is not nil, ends krigo: its own, that of the
// signal that cancelled ctx, or 1.
func Status(ctx context.Context, err error) int {
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Status
	}
	if status, ok := SignalStatus(ctx); ok {
		return status
	}
	return 1
}
