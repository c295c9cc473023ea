//go:build !js

package worker

import (
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/child"
	"krigo/interp/internal/confine"
	"krigo/interp/internal/ring"
	"krigo/interp/internal/wire"
)

// Main serves the session that started this process, until it goes. Cells can import
// the packages whose symbol tables are symbols; Main changes that map, not its tables.
func Main(symbols func() yaegi.Exports) error {
	if err := confine.Enter(); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	if err := os.Setenv(within, "1"); err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	signal.Ignore(os.Interrupt)
	debug.SetMaxStack(maxStack)
	w, err := open()
	if err != nil {
		return err
	}
	return w.serveRequests(symbols)
}

// open takes over the inherited files.
func open() (*worker, error) {
	stdout, err := openStream(wire.StdoutFile, "stdout")
	if err != nil {
		return nil, err
	}
	stderr, err := openStream(wire.StderrFile, "stderr")
	if err != nil {
		return nil, err
	}
	text, err := openRing(wire.TextFile)
	if err != nil {
		return nil, err
	}
	requests, err := openPipe(wire.RequestsFile, "requests")
	if err != nil {
		return nil, err
	}
	events, err := openPipe(wire.EventsFile, "events")
	if err != nil {
		return nil, err
	}
	return newWorker(requests, events, text, stdout, stderr)
}

// taken returns an inherited pipe, non-blocking if the system supports that.
func taken(place int, name string) (uintptr, error) {
	fd, err := child.Taken(place)
	if err == nil {
		err = child.NeverBlock(fd)
	}
	if err != nil {
		return 0, fmt.Errorf("worker: inherited file %d (%s): %w", place, name, err)
	}
	return fd, nil
}

// openPipe makes a File of an inherited pipe.
func openPipe(place int, name string) (*os.File, error) {
	fd, err := taken(place, name)
	if err != nil {
		return nil, err
	}
	return os.NewFile(fd, name), nil
}

// openStream makes a stream of an inherited reading end.
func openStream(place int, name string) (*stream, error) {
	fd, err := taken(place, name)
	if err != nil {
		return nil, err
	}
	return &stream{name: name, fd: fd}, nil
}

// openRing maps an inherited ring.
func openRing(place int) (*ring.Ring, error) {
	fd, err := child.Taken(place)
	if err != nil {
		return nil, fmt.Errorf("worker: inherited file %d (text): %w", place, err)
	}
	f := os.NewFile(fd, "text")
	defer f.Close()
	return ring.Open(f)
}
