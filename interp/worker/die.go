package worker

import (
	"fmt"
	"os"
	"strings"
	"time"

	"krigo/interp/internal/core"
	"krigo/interp/internal/wire"
)

// panicked is the status of a Go program that a panic has ended.
const panicked = 2

// die ends a program after a goroutine has panicked with value, with the text and the
// status of a Go program.
func (w *worker) die(value any) {
	w.dying.Store(true)
	f := w.faultOf(value)
	var b strings.Builder
	fmt.Fprintf(&b, "panic: %s\n\ngoroutine %d [running]:\n", strings.ReplaceAll(describe(core.Recovered(value)), "\n", "\n\t"), goroutine())
	for _, p := range f.Stack {
		name := p.Function
		if name == "" {
			name = "main" // the statements of a cell
		}
		fmt.Fprintf(&b, "main.%s(...)\n\t%s:%d\n", name, p.Cell, p.Line)
	}
	os.Stderr.WriteString(b.String())
	w.end(panicked)
}

// awaitPanics lets goroutines that are about to end a program, or to fail a cell,
// do so: in Go the end of main does not come before.
func (w *worker) awaitPanics() {
	for range 100 {
		if !w.core.Unwinding() && !w.panics.pending() && !w.dying.Load() {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// end ends the process with a status; the session learns that it did not crash.
func (w *worker) end(status int) {
	_ = w.emitter.send(wire.Event{Kind: wire.KindEnds}) // fails only if the session is gone
	os.Exit(status)
}

// dieOfGoexit ends a program whose func main has called runtime.Goexit, when all of its
// other goroutines have ended.
func (w *worker) dieOfGoexit() {
	if !w.program {
		return
	}
	unlabel() // this one ends
	for len(w.jobs()) > 0 {
		time.Sleep(10 * time.Millisecond)
	}
	os.Stderr.WriteString("fatal error: no goroutines (main called runtime.Goexit) - deadlock!\n")
	w.end(panicked)
}
