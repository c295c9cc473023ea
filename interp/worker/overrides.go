package worker

import (
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"time"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/support"
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
	replace(all, "time/time", map[string]reflect.Value{"Sleep": reflect.ValueOf(w.sleep)})
	replace(all, "fmt/fmt", map[string]reflect.Value{"Fprint": fprint, "Fprintf": fprintf, "Fprintln": fprintln})
	replace(all, ".", map[string]reflect.Value{"MapTypes": reflect.ValueOf(likeTypes(all, map[reflect.Value]reflect.Value{
		fprint:   reflect.ValueOf(fmt.Fprint),
		fprintf:  reflect.ValueOf(fmt.Fprintf),
		fprintln: reflect.ValueOf(fmt.Fprintln),
	}))})
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

// likeTypes adds to the interpreter's table of all functions, for each new one,
// the interfaces by which values are passed to the old one, so that their
// methods are seen.
func likeTypes(all yaegi.Exports, old map[reflect.Value]reflect.Value) map[reflect.Value][]reflect.Type {
	types := maps.Clone(all["."]["MapTypes"].Interface().(map[reflect.Value][]reflect.Type))
	for replacement, original := range old {
		types[replacement] = types[original]
	}
	return types
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

func exit(code int) { panic(support.Exit{Code: code}) }

// sleep is time.Sleep, but an interrupt ends it.
func (w *worker) sleep(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.running().stopped:
	}
}
