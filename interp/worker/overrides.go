package worker

import (
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"reflect"
	"time"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/core"
)

// override replaces functions that would end or block the process, or write
// around the console, and puts back what the interpreter forbids.
func (w *worker) override(all yaegi.Exports, c *console) {
	replace(all, "os/os", map[string]reflect.Value{"Exit": reflect.ValueOf(w.exit), "FindProcess": reflect.ValueOf(os.FindProcess)})
	replace(all, "log/log", map[string]reflect.Value{
		"Logger": reflect.ValueOf((*log.Logger)(nil)), "New": reflect.ValueOf(log.New), "Default": reflect.ValueOf(log.Default),
		"Fatal":   reflect.ValueOf(func(a ...any) { log.Print(a...); w.exit(1) }),
		"Fatalf":  reflect.ValueOf(func(format string, a ...any) { log.Printf(format, a...); w.exit(1) }),
		"Fatalln": reflect.ValueOf(func(a ...any) { log.Println(a...); w.exit(1) }),
	})
	replace(all, "time/time", map[string]reflect.Value{"Sleep": reflect.ValueOf(w.sleep)})
	w.alarms.override(all)
	replace(all, "fmt/fmt", map[string]reflect.Value{
		"Print":   reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprint(c.insteadOf(os.Stdout), a...) }),
		"Println": reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprintln(c.insteadOf(os.Stdout), a...) }),
		"Printf": reflect.ValueOf(func(format string, a ...any) (int, error) {
			return fmt.Fprintf(c.insteadOf(os.Stdout), format, a...)
		}),
		"Fprint":   reflect.ValueOf(func(to io.Writer, a ...any) (int, error) { return fmt.Fprint(c.instead(to), a...) }),
		"Fprintln": reflect.ValueOf(func(to io.Writer, a ...any) (int, error) { return fmt.Fprintln(c.instead(to), a...) }),
		"Fprintf": reflect.ValueOf(func(to io.Writer, format string, a ...any) (int, error) {
			return fmt.Fprintf(c.instead(to), format, a...)
		}),
	})
}

// methods returns functions that replace methods of a file, which may be the console's.
func (c *console) methods() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Write":       reflect.ValueOf(func(f *os.File, p []byte) (int, error) { return c.insteadOf(f).Write(p) }),
		"WriteString": reflect.ValueOf(func(f *os.File, s string) (int, error) { return io.WriteString(c.insteadOf(f), s) }),
	}
}

// replace changes a copy of one package's symbols.
func replace(all yaegi.Exports, path string, symbols map[string]reflect.Value) {
	changed := maps.Clone(all[path])
	if changed == nil {
		changed = map[string]reflect.Value{}
	}
	maps.Copy(changed, symbols)
	all[path] = changed
}

// exit is os.Exit: it ends a program, or the cell. Compiled code between the cell and its call
// may recover from its panic: the cell goes on, and must still end as one that exits.
func (w *worker) exit(code int) {
	if w.program {
		w.end(code)
	}
	if c := w.running(); c.goroutine.Load() == goroutine() {
		c.exits.Store(&code)
	}
	panic(core.Exit{Code: code})
}

// sleep is time.Sleep, but an interrupt of the cell, or of the handlers that call it,
// ends it when the interpreter stops: otherwise a loop would run through its remaining
// sleeps at once before it is stopped.
func (w *worker) sleep(d time.Duration) {
	if d <= 0 {
		return
	}
	c := w.running()
	if h := w.handlers.mine(); h != nil {
		c = h.turn
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.stopped:
		if s := c.currentStep(); s != nil {
			s.awaitStop()
		}
	}
}
