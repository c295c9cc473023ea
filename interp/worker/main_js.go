package worker

import (
	"fmt"
	"os"
	"runtime/debug"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/child"
	"krigo/interp/internal/ring"
)

// Main serves the session that started this Web Worker, until it goes. Cells can import
// the packages whose symbol tables are symbols; Main changes that map, not its tables.
func Main(symbols func() yaegi.Exports) error {
	if err := os.Setenv(within, "1"); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	debug.SetMaxStack(maxStack)
	parent := child.Parent()
	w, err := newWorker(parent, parent, ring.New(), &stream{name: "stdout", fd: 1}, &stream{name: "stderr", fd: 2})
	if err != nil {
		return err
	}
	return w.serveRequests(symbols)
}
