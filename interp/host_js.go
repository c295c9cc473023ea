package interp

import (
	"errors"
	"io"

	"krigo/interp/internal/child"
)

// host is the Web Worker of a worker.
type host struct{ port *child.Port }

// spawn starts a Web Worker with the same module.
func (h *host) spawn(Options) (requests io.Writer, events io.Reader, err error) {
	h.port = child.Spawn()
	return h.port, h.port, nil
}

// kill ends it at once.
func (h *host) kill() error {
	h.port.Kill()
	return nil
}

// closeRequests lets the worker end on its own.
func (h *host) closeRequests() { h.port.CloseWrite() }

// memory returns 0: it is not known.
func (h *host) memory() int64 { return 0 }

// directory returns an error: the worker has to be asked.
func (h *host) directory() (string, error) { return "", errors.ErrUnsupported }

// await waits for the end of the worker. What it printed is in its last events: the worker keeps none back, see
// the worker's printed.go.
func (h *host) await(uint64) (ending, error) {
	e := h.port.Wait()
	return ending{code: e.Code, stdout: e.Stdout, stderr: e.Stderr}, nil
}
