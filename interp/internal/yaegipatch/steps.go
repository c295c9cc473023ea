package yaegipatch

import (
	"sync/atomic"

	"krigo/interp/internal/turns"
)

// steps.go counts the interpreter's steps in a function. A step executes one node.

// counted is a function whose steps are counted: how it begins, and the counter, which it shares with the literals
// in it.
type counted struct {
	body  step
	steps *atomic.Int64
}

// counter returns the counter of a function, or nil; around is the enclosing function.
func (e *exchange) counter(n, around *node) *atomic.Int64 {
	if n.kind == e.funcDecl && e.Steps != nil {
		return e.Steps(n.child[1].ident)
	}
	steps, _ := around.meta.(*atomic.Int64)
	return steps
}

// count makes the interpreter count the function's steps. Patched calls enter it through what its node keeps, the
// interpreter's calls through an entry that takes all steps of a call.
func (n *node) count(steps *atomic.Int64) {
	entry, run := n.child[bodyChild].start, n.run()
	c := &counted{entry.exec, steps}
	n.meta = c
	entry.exec = func(f *frame) step {
		c.steps.Add(f.walk(c.body, run))
		return nil
	}
}

// enters returns the function's entry and counter.
func (n *node) enters() counted {
	if c, ok := n.meta.(*counted); ok {
		return *c
	}
	return counted{body: n.child[bodyChild].start.exec}
}

// batch is how many steps a frame keeps that many calls use one after the other: at a counter, goroutines would wait
// for each other.
const batch = 1000

// spend notes the steps of a call that has left its frame, which another may use again.
func (c counted) spend(steps int64, f *frame, again bool) {
	if c.steps == nil {
		return
	}
	if again && f.debug != nil {
		kept := &(*marks)(f.debug).steps
		*kept += steps
		if *kept < batch {
			return
		}
		steps, *kept = *kept, 0
	}
	c.steps.Add(steps)
}

// pollEvery is the number of steps of a call between two turns of events.
const pollEvery = 4096

// walk takes the steps of a call, and returns their number.
func (f *frame) walk(next step, run *uint64) (steps int64) {
	level := turns.Nest()
	for next != nil {
		if !f.current(run) {
			break
		}
		next = next(f)
		if steps++; steps%pollEvery == 0 {
			turns.Events()
		}
	}
	turns.Unnest(level)
	return steps
}
