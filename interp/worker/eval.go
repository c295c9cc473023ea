package worker

import (
	"bytes"
	"context"
	"time"

	"krigo/display/mime"
	"krigo/interp/emit"
	"krigo/interp/internal/wire"
)

// eval evaluates what r asks for and sends the result.
func (w *worker) eval(c *turn, r wire.Request) {
	mime.SetColumns(r.Columns)
	result := wire.Event{Kind: wire.KindResult, ID: r.ID}
	result.Fault = w.declare(r.Units)
	if result.Fault == nil {
		w.emitter.show(wire.Event{Kind: wire.KindDeclared, ID: r.ID})
		w.core.Busy() // what others than cells have done
		done := make(chan struct{})
		go w.watchForDeadlock(c, done)
		w.run(c, r)
		close(done)
		result.Bundle, result.Fault, result.Busy = c.bundle, c.fault, w.core.Busy()
		for _, run := range r.Runs {
			w.core.Forget(run)
		}
	}
	mime.Flush()
	w.tellLost()
	w.cellRuns.Store(false)
	if err := w.emitter.sendResult(result); err != nil {
		result.Bundle = nil
		result.Fault = &wire.Fault{Class: wire.FaultError, Message: "the value cannot be shown: " + err.Error()}
		_ = w.emitter.sendResult(result) // where the session is gone, serve sees it
	}
}

// tellLost reports once that a cell of a session has closed standard output or error.
func (w *worker) tellLost() {
	if name := w.console.lost(); name != "" && !w.program {
		w.emitter.write("stderr", "krigo: "+name+" is closed: what cells print there is lost until %reset starts a new process\n")
	}
}

// declare evaluates declarations.
func (w *worker) declare(units []*emit.Unit) *wire.Fault {
	for _, u := range units {
		if err := register(u.Registering); err != nil {
			return newFault(wire.FaultPanic, describe(err))
		}
		if err := w.core.Load(u); err != nil {
			return compileFault(err)
		}
	}
	return nil
}

// run runs the statements, then takes the value. A cell that was interrupted while it waited
// for a handler runs none.
func (w *worker) run(c *turn, r wire.Request) {
	if c.ctx.Context.Err() != nil {
		c.fault = newFault(wire.FaultInterrupt, "")
		return
	}
	for _, run := range r.Runs {
		if c.fault == nil {
			w.execute(c, host+".Run("+run+")")
		}
	}
	if c.fault == nil {
		c.fault = c.failed
	}
	w.take(c, r.Trailing, true, nil)
	if r.Value != "" {
		w.take(c, r.Value+"...", r.Failure, r.Forget)
	}
	if c.fault == nil && w.unattended {
		w.awaitPanics()
		c.fault = w.astray.Swap(nil)
	}
	if c.fault != nil && c.ctx.Context.Err() != nil {
		c.fault = interruptFault(c.fault)
	}
}

// take evaluates an expression for the cell's value, or for the error that is
// its failure, unless the cell has failed. Then it empties variables: a fit that
// is shown need not be kept until the session ends.
func (w *worker) take(c *turn, expr string, failure bool, variables []string) {
	if expr == "" || c.ended || c.fault != nil {
		return
	}
	c.failure = failure
	program := host + ".Value(" + expr + ")"
	for _, v := range variables {
		program += "; " + host + ".Forget(&" + v + ")"
	}
	w.execute(c, program)
	w.core.Forget("")
}

// execute runs a program that calls Run or Value and waits for its end even if it is
// interrupted: the interpreter alone would leave it running.
func (w *worker) execute(c *turn, program string) {
	s := newStep()
	c.setStep(s)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	finished, halts := make(chan struct{}), make(chan bool, 1)
	go func() {
		halted := false
		select {
		case <-c.stopped:
			halted = s.stopOnce(finished, func() {
				stop()
				w.core.Stop()
			})
		case <-finished:
		}
		halts <- halted
	}()
	_, err := w.interp.EvalWithContext(ctx, program)
	close(finished)
	halted := <-halts // compiled code, too
	close(s.left)
	if halted {
		<-s.ended
		awaitInterpreter()
		w.revive()
	}
	switch {
	case c.interrupted():
		c.fault = newFault(wire.FaultInterrupt, "")
	case err != nil && c.fault == nil:
		c.fault = compileFault(err)
	}
}

// evaluation is the goroutine that the interpreter leaves behind when it is
// stopped.
const evaluation = "yaegi/interp.(*Interpreter).EvalWithContext.func"

// awaitInterpreter waits until a stopped evaluation has left the interpreter,
// whose tables the next one changes.
func awaitInterpreter() {
	for bytes.Contains(stacks(), []byte(evaluation)) {
		time.Sleep(time.Millisecond)
	}
}
