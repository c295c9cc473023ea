package worker

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/interp/internal/turns"
	"krigo/interp/internal/wire"
)

// pauses are the time in which an interrupted cell may end before the interpreter stops it. They
// are several, so that a busy machine that suspends the process for a while takes one of them.
type pauses struct {
	number int
	each   time.Duration
}

var (
	grace      = pauses{10, 10 * time.Millisecond} // of a cell that watches its context
	shortGrace = pauses{2, time.Millisecond}       // of one that has never read it
)

func (p pauses) sleep() {
	for range p.number {
		time.Sleep(p.each)
	}
}

// turn is one evaluation of a cell, or of handlers that it made.
type turn struct {
	number   int // of the cell in its session
	labels   context.Context
	labelled atomic.Pointer[byte] // identifies labels, for comparison only
	kept     atomic.Pointer[kept] // the held-back output of the running function, or nil
	ctx      *cellContext
	cancel   context.CancelFunc

	stop    sync.Once
	stopped chan struct{} // closed when the interpreter is to stop it

	mu   sync.Mutex
	step *step

	goroutine atomic.Uint64       // that runs the statements
	exits     atomic.Pointer[int] // the status that these gave to os.Exit, if they have called it

	failure  bool        // the value is an error, which is the cell's failure
	returned bool        // the step's body came to its end
	ended    bool        // a statement has returned: nothing is shown
	failed   *wire.Fault // with which it has
	bundle   *cell.Bundle
	fault    *wire.Fault
}

func newTurn(w *worker, number int) *turn {
	// The context outlives the evaluation: goroutines that the cell left
	// behind go on.
	ctx, cancel := context.WithCancel(context.Background())
	return &turn{number: number, labels: labelsOf(number), ctx: &cellContext{Context: ctx, worker: w}, cancel: cancel, stopped: make(chan struct{})}
}

// cellContext is the ctx of a cell, which its function literals keep. Within handlers it
// is the handlers' context: it ends when they are interrupted, not the cell.
type cellContext struct {
	context.Context // of the cell
	worker          *worker
	watched         atomic.Bool // code has read its end
}

func (c *cellContext) Done() <-chan struct{} { return c.effective().Done() }

func (c *cellContext) Err() error { return c.effective().Err() }

func (c *cellContext) effective() context.Context {
	if h := c.worker.handlers.mine(); h != nil {
		c = h.ctx
	}
	c.watched.Store(true)
	turns.Events() // so that an interrupt arrives, also while a library computes
	return c.Context
}

// interrupt cancels the cell's context at once, and stops its statements after a grace
// period. A function of krigo's library that is running returns first, since the result of an
// interrupted fit is to be assigned: the interpreter could not stop it anyway.
func (c *turn) interrupt() {
	c.cancel()
	wait := shortGrace
	if c.ctx.watched.Load() {
		wait = grace
	}
	go func() {
		wait.sleep()
		if c.awaitLibrary() {
			wait.sleep()
		}
		c.stop.Do(func() { close(c.stopped) })
	}()
}

// awaitLibrary waits until the statements are in no function of krigo's library, and reports
// whether they were in one.
func (c *turn) awaitLibrary() (waited bool) {
	for c.goroutine.Load() != 0 && inLibrary(stackOf(c.goroutine.Load())) {
		waited = true
		time.Sleep(grace.each)
	}
	return waited
}

// inLibrary reports whether a trace is in krigo's library, whose functions return soon after
// their context is cancelled, and not in a function of a cell that the library calls.
func inLibrary(trace string) bool {
	for frame := range strings.Lines(trace) {
		switch {
		case strings.HasPrefix(frame, "krigo/gplib"), strings.HasPrefix(frame, "krigo/cluster"):
			return true
		case strings.HasPrefix(frame, "github.com/traefik/yaegi/interp."), strings.HasPrefix(frame, "krigo/interp/machine."):
			return false
		}
	}
	return false
}

func (c *turn) setStep(s *step) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.step, c.returned = s, false
}

func (c *turn) currentStep() *step {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.step
}

// take makes v the cell's value.
func (c *turn) take(v any) {
	if !c.failure {
		b, err := mime.Check(v)
		if err != nil {
			c.failByValue(err)
			return
		}
		c.bundle = &b
		return
	}
	if err, ok := v.(error); ok && err != nil {
		c.failByValue(err)
	}
}

// failByValue makes the cell fail with its value.
func (c *turn) failByValue(err error) {
	c.fault = newFault(wire.FaultError, describe(err))
	c.fault.Value = true
}

// interrupted reports whether the interpreter was to stop the cell.
func (c *turn) interrupted() bool {
	select {
	case <-c.stopped:
		return true
	default:
		return false
	}
}
