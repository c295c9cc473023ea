package native

// States of a loop over a function: its body may be called in the first only.
const (
	LoopReady = iota
	LoopRuns
	LoopLeft
	LoopOver
	// LoopKept is no state: the function returned although the body did not.
	LoopKept
)

// loopError is a runtime error with the words of the Go runtime.
type loopError int

func (loopError) RuntimeError() {}

func (e loopError) Error() string { return "runtime error: " + e.reason() }

func (e loopError) reason() string {
	switch e {
	case LoopRuns:
		return "range function continued iteration after loop body panic"
	case LoopLeft:
		return "range function continued iteration after function for loop body returned false"
	case LoopOver:
		return "range function continued iteration after whole loop exit"
	}
	return "range function recovered a loop body panic and did not resume panicking"
}

// LoopFault panics, as the Go runtime does, for a function that calls the body
// of its loop in a state other than LoopReady, or returns although the body
// did not (LoopKept).
func LoopFault(state int) { panic(loopError(state)) }

// Deferred is what the bodies of loops over functions defer for the end of
// their function. The zero value holds nothing.
type Deferred struct {
	calls     []func()
	panicking any
}

// Push defers a call.
func (d *Deferred) Push(call func()) { d.calls = append(d.calls, call) }

// Run makes the calls, the last first, and goes on panicking with what the
// function recovered, or a call panicked with, unless a call recovers it.
func (d *Deferred) Run(recovered any) {
	d.panicking = recovered
	for len(d.calls) > 0 {
		d.runLast()
	}
	if d.panicking != nil {
		panic(d.panicking)
	}
}

func (d *Deferred) runLast() {
	last := len(d.calls) - 1
	call := d.calls[last]
	d.calls = d.calls[:last]
	defer func() {
		if r := recover(); r != nil {
			d.panicking = r
		}
	}()
	call()
}

// Recover is the recover of a call that was deferred.
func (d *Deferred) Recover() any {
	r := d.panicking
	d.panicking = nil
	return r
}
