package core

import (
	"maps"
	"sync"
	"time"
)

// unwinds knows whether goroutines panic: what a deferred call signals may end a cell before its
// panic has arrived where it is reported.
type unwinds struct {
	mu     sync.Mutex
	frames int // whose deferred calls are being made
	// When panics passed from such to callers that have not caught them yet, by goroutine.
	passed map[int]time.Time
}

// soon is how long a panic takes at most from a function to its caller. Compiled code that recovers says nothing.
const soon = time.Second

// begin notes that a function of the calling goroutine begins to make its deferred calls because
// it panics. The function that it returns notes their end.
func (u *unwinds) begin() (end func(recovered bool)) {
	u.mu.Lock()
	u.frames++
	u.mu.Unlock()
	u.landed()
	return u.end
}

func (u *unwinds) end(recovered bool) {
	id := 0
	if !recovered {
		id = goroutineID() // takes as long as all else that a panic does
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.frames--
	if recovered {
		return
	}
	if u.passed == nil {
		u.passed = map[int]time.Time{}
	}
	u.passed[id] = time.Now()
}

// landed forgets the panic that has passed to a caller in the calling goroutine.
func (u *unwinds) landed() {
	u.mu.Lock()
	some := len(u.passed) > 0
	u.mu.Unlock()
	if !some {
		return
	}
	id := goroutineID()
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.passed, id)
}

// any reports whether a goroutine panics.
func (u *unwinds) any() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.DeleteFunc(u.passed, func(_ int, since time.Time) bool { return time.Since(since) > soon })
	return u.frames > 0 || len(u.passed) > 0
}
