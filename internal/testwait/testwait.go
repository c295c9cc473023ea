// Package testwait lets tests wait. A test waits for a condition and never for time to pass; its
// deadline only turns a hang into a failure that names the condition.
package testwait

import (
	"context"
	"fmt"
	"testing"
	"time"
)

// Limit is the time that a test waits for a condition. Tests that pass do not wait for
// it, however busy the machine is. It is less than the time after which scripts/tests ends
// a test that is idle, so that the failure names the condition.
const Limit = 90 * time.Second

// pause is the time between two looks at a condition.
const pause = 2 * time.Millisecond

// Until waits until is reports true. Otherwise it fails the test with what was awaited.
func Until(t testing.TB, what string, is func() bool) {
	t.Helper()
	if !poll(is) {
		t.Fatalf("waited %v for: %s", Limit, what)
	}
}

// UntilSeen waits until look reports true, and returns what it saw then. Otherwise it
// fails the test with what was awaited and what look saw last.
func UntilSeen[T any](t testing.TB, what string, look func() (T, bool)) T {
	t.Helper()
	var seen T
	if !poll(func() (ok bool) { seen, ok = look(); return ok }) {
		t.Fatalf("waited %v for: %s; seen last: %+v", Limit, what, seen)
	}
	return seen
}

// poll calls is until it reports true, and once more at the limit.
func poll(is func() bool) bool {
	for end := time.Now().Add(Limit); ; time.Sleep(pause) {
		late := time.Now().After(end)
		if is() {
			return true
		}
		if late {
			return false
		}
	}
}

// Receive returns what comes from c, or the zero value if c is closed. It fails the test
// if nothing comes.
func Receive[T any](t testing.TB, what string, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(Limit):
	}
	t.Fatalf("waited %v for: %s; nothing came", Limit, what)
	panic("unreachable")
}

// Send sends v to c. It fails the test if v is not received in time.
func Send[T any](t testing.TB, what string, c chan<- T, v T) {
	t.Helper()
	select {
	case c <- v:
	case <-time.After(Limit):
		t.Fatalf("waited %v for: %s; nobody took it", Limit, what)
	}
}

// Context returns a context that ends with the test, or at the limit, with a cause that
// names what was awaited.
func Context(t testing.TB, what string) context.Context {
	ctx, cancel := context.WithTimeoutCause(t.Context(), Limit, fmt.Errorf("waited %v for: %s", Limit, what))
	t.Cleanup(cancel)
	return ctx
}
