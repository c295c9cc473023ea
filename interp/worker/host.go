package worker

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"strings"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/wire"
	"krigo/interp/static"
)

// host is the name by which the programs that start a cell reach the
// session's package. The last letter is one that no keyboard types.
const host = "sessionˑ"

const hostSource = "package main\n\nimport " + host + " \"" + static.SessionPackage + "\"\n"

// session returns the functions that lowered cells call: the predeclared ones, and those
// that start cells.
func (w *worker) session(c *console) yaegi.Exports {
	symbols := map[string]reflect.Value{
		"Context":  reflect.ValueOf(w.context),
		"Input":    reflect.ValueOf(func(prompt string) string { return w.ask(prompt, false) }),
		"Password": reflect.ValueOf(func(prompt string) string { return w.ask(prompt, true) }),
		"Fail":     reflect.ValueOf(fail),
		"Return":   reflect.ValueOf(w.returns),
		"Run":      reflect.ValueOf(w.runStatements),
		"Value":    reflect.ValueOf(w.takeValue),
		"Forget":   reflect.ValueOf(forget),
	}
	return yaegi.Exports{static.SessionPackage + "/session": symbols}
}

// unreadError ends a cell that has left an error unread.
type unreadError struct {
	error
	place wire.Place
}

// fail ends a cell that has left err unread at a line.
func fail(err error, cell string, line int) {
	panic(unreadError{err, wire.Place{Cell: cell, Line: line}})
}

func (e unreadError) Unwrap() error { return e.error }

// returns notes that the running cell has returned, with err at a line.
func (w *worker) returns(err error, cell string, line int) {
	c := w.running()
	c.ended = true
	if err != nil {
		c.failed = newFault(wire.FaultError, describe(err))
		c.failed.Stack = []wire.Place{{Cell: cell, Line: line}}
	}
}

// context returns the running cell's context.
func (w *worker) context() context.Context { return w.running().ctx }

// runStatements runs the statements of a cell.
func (w *worker) runStatements(statements func()) { w.inStep(func(*turn) { statements() }) }

// takeValue takes the value that the cell shows, if it came so far.
func (w *worker) takeValue(value ...any) {
	w.inStep(func(c *turn) {
		if len(value) > 0 {
			c.take(value[0])
		}
	})
}

// forget empties a variable.
func forget(variable any) { reflect.ValueOf(variable).Elem().SetZero() }

func (w *worker) inStep(body func(*turn)) {
	c := w.running()
	c.label()
	c.currentStep().do(func() {
		defer unlabel() // or the goroutine is listed as left behind until it ends
		defer w.recoverInto(c)
		c.goroutine.Store(goroutine())
		body(c)
		c.returned = true
	})
}

// leave ends compiled code of an interrupted cell that calls functions of the cell again and again.
func (w *worker) leave() {
	if c := w.running(); c != nil && c.interrupted() && c.goroutine.Load() == goroutine() {
		panic("interrupted") // which nobody reads: the cell is interrupted
	}
}

// panicked reports that a goroutine of a cell ended in a panic with value.
func (w *worker) panicked(value any) {
	f := w.faultOf(value)
	w.tell(w.stray(), faultText("A goroutine", f))
	if w.unattended && f.Class == wire.FaultPanic {
		f.Message = "in a goroutine: " + f.Message
		w.astray.CompareAndSwap(nil, f)
	}
}

// faultText returns the report on a fault outside of cells.
func faultText(who string, f *wire.Fault) string {
	var b strings.Builder
	switch f.Class {
	case wire.FaultExit:
		fmt.Fprintf(&b, "%s called %s, which ends that goroutine only.\n", who, f.Message)
	case wire.FaultInput:
		fmt.Fprintf(&b, "%s ended: %s\n", who, f.Message)
	case wire.FaultInterrupt:
		fmt.Fprintf(&b, "%s was interrupted.\n", who)
	case wire.FaultError:
		fmt.Fprintf(&b, "%s failed: %s\n", who, f.Message)
	default:
		fmt.Fprintf(&b, "%s panicked: %s\n", who, f.Message)
	}
	for _, p := range f.Stack {
		fmt.Fprintf(&b, "    %s:%d %s\n", p.Cell, p.Line, p.Function)
	}
	return b.String()
}

// tell writes to a cell's standard error; 0 is the latest's.
func (w *worker) tell(cell int, text string) {
	if cell != 0 {
		w.emitter.writeStray(cell, "stderr", text)
		return
	}
	os.Stderr.WriteString(text)
}
