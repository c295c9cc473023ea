package testwait

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// recorder is a test that notes its failure.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestWaitsThatAreInVainSayWhatWasAwaited(t *testing.T) {
	for name, c := range map[string]struct {
		wait func(t testing.TB)
		want string
	}{
		"Until":     {func(t testing.TB) { Until(t, "rain", func() bool { return false }) }, "waited 1m30s for: rain"},
		"UntilSeen": {func(t testing.TB) { UntilSeen(t, "rain", func() (string, bool) { return "sun", false }) }, "for: rain; seen last: sun"},
		"Receive":   {func(t testing.TB) { Receive(t, "rain", make(chan int)) }, "for: rain; nothing came"},
		"Send":      {func(t testing.TB) { Send(t, "rain", make(chan int), 1) }, "for: rain; nobody took it"},
	} {
		synctest.Test(t, func(t *testing.T) {
			r, done := &recorder{TB: t}, make(chan struct{})
			go func() {
				defer close(done)
				c.wait(r)
			}()
			<-done
			if !strings.Contains(r.failure, c.want) {
				t.Errorf("%s fails with %q, want %q", name, r.failure, c.want)
			}
		})
	}
}

func TestWaitsEndWhenTheConditionHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		late := func() bool { return time.Since(start) >= time.Minute }
		Until(t, "a minute", late)
		if got := UntilSeen(t, "a minute", func() (int, bool) { return 7, late() }); got != 7 {
			t.Errorf("UntilSeen returns %d, want 7", got)
		}
		c := make(chan int, 1)
		Send(t, "room for a number", c, 5)
		if got := Receive(t, "a number", c); got != 5 {
			t.Errorf("Receive returns %d, want 5", got)
		}
		close(c)
		if got := Receive(t, "the end", c); got != 0 {
			t.Errorf("Receive returns %d from a closed channel, want 0", got)
		}
		ctx := Context(t, "rain")
		<-ctx.Done()
		if got := context.Cause(ctx); !strings.Contains(got.Error(), "for: rain") {
			t.Errorf("the cause is %v", got)
		}
	})
}
