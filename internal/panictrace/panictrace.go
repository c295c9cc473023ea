// Package panictrace is where those who recover from a panic in one goroutine and go on with it in another tell so: who follows
// panics, such as an interpreter that tells the lines of the functions which a panic has left, keeps these by
// goroutine.
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

// Recovered is called by the goroutine that has recovered from a panic. It returns what the goroutine that goes on with the
// panic calls before.
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
