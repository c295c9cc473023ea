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
	fprint := reflect.ValueOf(func(to io.Writer, a ...any) (int, error) { return fmt.Fprint(c.instead(to), a...) })
	fprintf := reflect.ValueOf(func(to io.Writer, format string, a ...any) (int, error) {
		return fmt.Fprintf(c.instead(to), format, a...)
	})
	fprintln := reflect.ValueOf(func(to io.Writer, a ...any) (int, error) { return fmt.Fprintln(c.instead(to), a...) })
	replace(all, "os/os", map[string]reflect.Value{"Exit": reflect.ValueOf(exit), "FindProcess": reflect.ValueOf(os.FindProcess)})
	replace(all, "log/log", map[string]reflect.Value{
		"Logger": reflect.ValueOf((*log.Logger)(nil)), "New": reflect.ValueOf(log.New), "Default": reflect.ValueOf(log.Default),
		"Fatal":   reflect.ValueOf(func(a ...any) { log.Print(a...); exit(1) }),
		"Fatalf":  reflect.ValueOf(func(format string, a ...any) { log.Printf(format, a...); exit(1) }),
		"Fatalln": reflect.ValueOf(func(a ...any) { log.Println(a...); exit(1) }),
	})
	replace(all, "time/time", map[string]reflect.Value{"Sleep": reflect.ValueOf(w.sleep)})
	replace(all, "fmt/fmt", map[string]reflect.Value{
		"Fprint": fprint, "Fprintf": fprintf, "Fprintln": fprintln,
		"Print":   reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprint(c.stdout(), a...) }),
		"Printf":  reflect.ValueOf(func(format string, a ...any) (int, error) { return fmt.Fprintf(c.stdout(), format, a...) }),
		"Println": reflect.ValueOf(func(a ...any) (int, error) { return fmt.Fprintln(c.stdout(), a...) }),
	})
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

// instead returns the console's writer for the process's own standard output
// and error, which are written in order then, and any other writer as it is.
func (c *console) instead(to io.Writer) io.Writer {
	switch to {
	case os.Stdout:
		return c.stdout()
	case os.Stderr:
		return c.stderr()
	}
	return to
}

func exit(code int) { panic(core.Exit{Code: code}) }

// sleep is time.Sleep, but an interrupt of the cell, or of the handlers that call it,
// ends it when the interpreter goes no further: a loop would take all its turns at once
// otherwise, before it is stopped.
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
