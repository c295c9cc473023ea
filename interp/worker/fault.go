package worker

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/core"
	"krigo/interp/internal/wire"
)

func newFault(class, message string) *wire.Fault {
	return &wire.Fault{Class: class, Message: message}
}

// recoverInto is deferred around code of a cell; it makes a panic, or
// whatever else ended the code early, the cell's fault.
func (w *worker) recoverInto(c *turn) {
	r := recover()
	w.core.Landed()
	switch {
	case r != nil:
		c.fault = w.faultOf(r)
	case !c.returned && !c.interrupted():
		w.dieOfGoexit()
		c.fault = newFault(wire.FaultExit, "runtime.Goexit")
	case c.exits.Load() != nil: // and what it has called recovered from that
		c.fault = exitFault(*c.exits.Load())
	}
}

// exitFault returns the fault of a cell that calls os.Exit.
func exitFault(code int) *wire.Fault {
	return &wire.Fault{Class: wire.FaultExit, Code: code, Message: core.Exit{Code: code}.String()}
}

// faultOf returns the fault of a panic with r that was just recovered.
func (w *worker) faultOf(r any) *wire.Fault {
	r = core.Recovered(r)
	var stack []wire.Place
	for _, p := range w.panics.take() {
		if f, line, ok := w.core.Where(p.Function); ok {
			if p.Line != 0 {
				line = p.Line
			}
			stack = append(stack, wire.Place{Cell: f.Cell, Line: line, Function: f.User})
		}
	}
	if e, ok := r.(core.Exit); ok {
		return exitFault(e.Code)
	}
	f := newFault(wire.FaultPanic, describe(r))
	switch r := r.(type) {
	case noAnswer:
		f.Class = wire.FaultInput
	case unreadError:
		f.Class = wire.FaultError
		if len(stack) == 0 && r.place.Cell != "" {
			stack = []wire.Place{r.place}
		}
	case interruptedQuestion:
		f = newFault(wire.FaultInterrupt, "")
	}
	f.Stack = stack
	locate(f)
	return f
}

// interruptFault returns the fault of an interrupted cell that ended with f before it was
// stopped.
func interruptFault(f *wire.Fault) *wire.Fault {
	if f.Class == wire.FaultInterrupt || f.Message == context.Canceled.Error() {
		return newFault(wire.FaultInterrupt, "")
	}
	return newFault(wire.FaultInterrupt, f.Message)
}

// compileFault returns the fault of a source that the interpreter refused.
func compileFault(err error) *wire.Fault {
	f := newFault(wire.FaultCompile, err.Error())
	if p, ok := errors.AsType[yaegi.Panic](err); ok {
		f = newFault(wire.FaultPanic, describe(p.Value))
	}
	if init, ok := errors.AsType[*core.InitError](err); ok {
		f.Message = "package " + init.Path + " cannot be initialised: " + f.Message
		return f
	}
	locate(f)
	return f
}

// position is how the interpreter begins a message about a place.
var position = regexp.MustCompile(`^([^\n:]*[^\n:\d][^\n:]*):(\d+)(?::\d+)?: `)

// locate takes a position from the front of f's message into its stack.
func locate(f *wire.Fault) {
	m := position.FindStringSubmatch(f.Message)
	if m == nil {
		return
	}
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return
	}
	f.Message = strings.TrimPrefix(f.Message, m[0])
	place := wire.Place{Cell: m[1], Line: line}
	if len(f.Stack) > 0 {
		place.Function = f.Stack[0].Function
		f.Stack = f.Stack[1:]
	}
	f.Stack = append([]wire.Place{place}, f.Stack...)
}

// describe returns the text of a panic's value, that of Go's own runtime where this
// prints no address. The value's own methods may panic.
func describe(v any) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprintf("%T (its text cannot be read: %v)", v, r)
		}
	}()
	if r, ok := v.(reflect.Value); ok && r.IsValid() && r.CanInterface() {
		v = r.Interface() // the interpreter's own panic passes its values so
	}
	switch v := v.(type) {
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	}
	return describePlain(reflect.ValueOf(v))
}

// describePlain returns the text of a value without a text of its own.
func describePlain(v reflect.Value) string {
	if !v.IsValid() {
		return "<nil> (<nil>)"
	}
	text, isString := fmt.Sprint(v), v.Kind() == reflect.String
	switch {
	case !isString && v.Kind() > reflect.Complex128:
		return fmt.Sprintf("%s (%v)", text, v.Type())
	case v.Type().PkgPath() == "":
		return text
	case isString:
		return fmt.Sprintf(`%v("%s")`, v.Type(), text)
	}
	return fmt.Sprintf("%v(%s)", v.Type(), strings.Trim(text, "()")) // of complex numbers
}
