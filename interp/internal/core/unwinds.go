package core

import (
	"maps"
	"sync"
	"time"
)

// unwinds keeps which goroutines panic: what a deferred call signals may end a cell before its
// panic has arrived where it is reported.
type unwinds struct {
	mu          sync.Mutex
	byGoroutine map[int]unwind
}

// unwind is the panics of one goroutine.
type unwind struct {
	frames int  // whose deferred calls are being made
	passed bool // from one of them to a caller, which has not caught the panic yet
	since  time.Time
}

// soon is how long a panic takes at most from a function to its caller. Compiled code that recovers says nothing.
const soon = time.Second

// begin notes that a function of the calling goroutine begins to make its deferred calls because
// it panics. The function that it returns notes their end.
func (u *unwinds) begin() (end func(recovered bool)) {
	id := goroutineID()
	u.change(id, 1, false)
	return func(recovered bool) { u.change(id, -1, !recovered) }
}

func (u *unwinds) change(id, frames int, passed bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := unwind{u.byGoroutine[id].frames + frames, passed, time.Now()}
	if now.frames <= 0 && !passed {
		delete(u.byGoroutine, id)
		return
	}
	if u.byGoroutine == nil {
		u.byGoroutine = map[int]unwind{}
	}
	u.byGoroutine[id] = now
}

// landed forgets the panics of the calling goroutine.
func (u *unwinds) landed() {
	if !u.any() {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	delete(u.byGoroutine, goroutineID())
}

func (u *unwinds) any() bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	maps.DeleteFunc(u.byGoroutine, func(_ int, w unwind) bool { return w.frames <= 0 && time.Since(w.since) > soon })
	return len(u.byGoroutine) > 0
}
