package worker

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"time"

	"krigo/interp/internal/core"
	"krigo/interp/internal/wire"
)

// panicked is the status of a Go program that a panic has ended.
const panicked = 2

// die ends a program of which a goroutine has panicked with value, with the text
// and the status of a Go program.
func (w *worker) die(value any) {
	w.dying.Store(true)
	f := w.faultOf(value)
	if f.Class == wire.FaultExit {
		w.end(f.Code)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "panic: %s\n\ngoroutine %d [running]:\n", strings.ReplaceAll(panicText(core.Recovered(value)), "\n", "\n\t"), goroutine())
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

// end ends the process with a status; the session knows that this is no crash.
func (w *worker) end(status int) {
	_ = w.emitter.send(wire.Event{Kind: wire.KindEnds}) // where the session is gone, so is who would read
	os.Exit(status)
}

// panicText is a panic's value as the Go runtime prints it.
func panicText(v any) string {
	switch v := v.(type) {
	case error, fmt.Stringer:
		return describe(v)
	case nil:
		return "nil"
	}
	r := reflect.ValueOf(v)
	text := ""
	switch r.Kind() {
	case reflect.String:
		if text = r.String(); r.Type().PkgPath() != "" {
			text = fmt.Sprintf("%q", text)
		}
	case reflect.Float32, reflect.Float64:
		text = fmt.Sprintf("%+e", r.Float())
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		text = fmt.Sprint(r)
	default:
		return fmt.Sprintf("(%T) %v", v, v)
	}
	if r.Type().PkgPath() != "" {
		return r.Type().String() + "(" + text + ")"
	}
	return text
}
