// Package panictrace reports panics that are recovered in one goroutine and continue in another. An
// interpreter that records the lines of the functions which a panic has left keeps them by
// goroutine, and moves them on such a report.
package panictrace

import "sync/atomic"

// Follower follows panics.
type Follower interface {
	// Take returns what the panic has left that this goroutine has recovered from, and forgets it.
	Take() any
	// Put notes it for the panic that this goroutine is about to begin.
	Put(left any)
}

var follower atomic.Pointer[Follower]

// Follow has f hear of all that follows.
func Follow(f Follower) { follower.Store(&f) }

// Recovered is called by the goroutine that has recovered from a panic. The goroutine that
// continues the panic calls resume first.
func Recovered() (resume func()) {
	f := follower.Load()
	if f == nil {
		return func() {}
	}
	left := (*f).Take()
	return func() {
		(*f).Take() // of a panic whose place the other one takes
		(*f).Put(left)
	}
}
