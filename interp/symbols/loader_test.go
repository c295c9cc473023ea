package symbols

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// slow returns a load that takes a time and gives the number of loads, or an error.
func slow(takes time.Duration, failures int) func() (int, error) {
	loads := 0
	return func() (int, error) {
		loads++
		time.Sleep(takes)
		if loads <= failures {
			return 0, errors.New("it is not there")
		}
		return loads, nil
	}
}

// A load that stalls keeps the first caller for a while and later ones not at all. Its value is used when it comes.
func TestALoaderWaitsOnceForASlowLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := loader[int]{load: slow(time.Minute, 0)}
		for _, want := range []time.Duration{patience, 0} {
			start := time.Now()
			if _, err := l.get(); err == nil || time.Since(start) != want {
				t.Errorf("after %v the error is %v, want one after %v", time.Since(start), err, want)
			}
		}
		time.Sleep(time.Minute)
		if got, err := l.get(); got != 1 || err != nil {
			t.Errorf("after the load the value is %d (%v), want that of the one load", got, err)
		}
	})
}

// A failure is reported without another load until pause is over. A value stays.
func TestALoaderLoadsAgainAfterAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := loader[int]{load: slow(time.Second, 1)}
		for _, after := range []time.Duration{0, pause} {
			time.Sleep(after)
			if _, err := l.get(); err == nil {
				t.Errorf("after %v: no error", after)
			}
		}
		for range 2 {
			time.Sleep(2 * pause)
			if got, err := l.get(); got != 2 || err != nil {
				t.Errorf("the value is %d (%v), want that of the second load", got, err)
			}
		}
	})
}
