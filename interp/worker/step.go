package worker

import (
	"fmt"
	"runtime"
	"strings"
)

// step is one program of a cell on the interpreter, or its handlers of a message.
type step struct {
	begun, ended chan struct{}
	left         chan struct{} // closed when the interpreter has ended it, or was asked to stop it
}

func newStep() *step {
	return &step{begun: make(chan struct{}), ended: make(chan struct{}), left: make(chan struct{})}
}

// do runs the step's body.
func (s *step) do(body func()) {
	close(s.begun)
	defer close(s.ended)
	body()
}

// stopOnce calls stop when the body has begun, and reports whether it has: a program that is
// stopped before would never run it.
func (s *step) stopOnce(finished <-chan struct{}, stop func()) bool {
	select {
	case <-s.begun:
		stop()
		return true
	case <-finished:
		return false
	}
}

// awaitStop waits until no statement of the step runs on, where its body has begun.
func (s *step) awaitStop() {
	select {
	case <-s.begun:
		<-s.left
	default:
	}
}

// stacks returns the traces of all goroutines.
func stacks() []byte {
	buffer := make([]byte, 256<<10)
	for {
		n := runtime.Stack(buffer, true)
		if n < len(buffer) {
			return buffer[:n]
		}
		buffer = make([]byte, 2*len(buffer))
	}
}

// stackOf returns the trace of a goroutine, empty if it has ended.
func stackOf(goroutine uint64) string {
	_, after, _ := strings.Cut("\n\n"+string(stacks()), fmt.Sprintf("\n\ngoroutine %d ", goroutine))
	trace, _, _ := strings.Cut(after, "\n\n")
	return trace
}
