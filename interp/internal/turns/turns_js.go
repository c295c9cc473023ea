package turns

import (
	"runtime"
	"time"
)

// most is how long code computes before events have their turn. One takes a millisecond or several.
const most = 100 * time.Millisecond

var last = time.Now()

// Events gives events and other goroutines their turn, if they have waited for some time. Code that runs for long calls
// it often.
func Events() {
	if time.Since(last) < most {
		return
	}
	time.Sleep(time.Microsecond) // nothing runs then, so that Go returns to the browser
	last = time.Now()
}

// A call in WebAssembly is one of the browser's own, whose stack is small: several hundred calls of the interpreter
// fill it. A change of goroutines empties that stack: Go's frames are in memory, from which a goroutine continues.

// deepest is how many calls nest before goroutines change.
const deepest = 50

// nested counts the calls that have not ended. All goroutines share it, and calls that a panic ends stay in it until an
// earlier one ends: it is only to grow with each call, so that it reaches a multiple of deepest in time.
var nested int

// Nest begins a call, and returns the argument of Unnest at its end.
func Nest() (level int) {
	level = nested
	if nested++; nested%deepest == 0 {
		runtime.Gosched()
	}
	return level
}

// Unnest ends a call.
func Unnest(level int) { nested = level }
