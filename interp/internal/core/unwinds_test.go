package core

import "testing"

// A panic is under way from the first deferred call until it is caught, whatever other panics the deferred calls have
// recovered from.
func TestUnwinds(t *testing.T) {
	var u unwinds
	want := func(underWay bool, when string) {
		t.Helper()
		if u.any() != underWay {
			t.Errorf("%s: a panic is under way: %v, want %v", when, u.any(), underWay)
		}
	}
	want(false, "before")
	inner := u.begin()
	want(true, "while the deferred calls are made")
	nested := u.begin()
	nested(true)
	want(true, "after the panic of a deferred call was recovered")
	inner(false)
	want(true, "while the panic goes on to the caller")
	outer := u.begin()
	outer(true)
	want(false, "after the caller has recovered")

	u.begin()(false)
	done := make(chan bool)
	go func() {
		defer close(done)
		u.begin()(false)
		u.landed()
	}()
	<-done
	want(true, "after the panic of another goroutine was reported")
	u.landed()
	want(false, "after both were reported")
}
