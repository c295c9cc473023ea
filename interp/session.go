package interp

import (
	"context"
	"errors"
	"log/slog"
)

// Options configure a Session. The zero value works.
type Options struct {
	// Command starts a worker; by default it is this executable with the
	// argument "worker".
	Command []string
	// Dir is the worker's working directory; by default the caller's.
	Dir string
	// Env is the worker's environment; by default the caller's.
	Env []string
	// Args become os.Args in cells.
	Args []string
	// Log receives what goes on between the session and its worker; by
	// default nothing is logged.
	Log *slog.Logger
}

// Session is a Go session made of cells.
type Session struct{}

// Start begins a session; the worker is started in the background.
func Start(ctx context.Context, o Options) (*Session, error) { return nil, errors.ErrUnsupported }

// Eval runs a cell.
func (s *Session) Eval(ctx context.Context, c Cell, out Output) (*Bundle, error) {
	return nil, errors.ErrUnsupported
}

// Evaluate gives the value of one expression.
func (s *Session) Evaluate(ctx context.Context, expr string) (*Bundle, error) {
	return nil, errors.ErrUnsupported
}

// Complete completes the source at the cursor.
func (s *Session) Complete(source string, cursor int) Completion { return Completion{} }

// Inspect describes what is at the cursor.
func (s *Session) Inspect(source string, cursor, detail int) (Bundle, bool) { return Bundle{}, false }

// IsComplete tells whether the source is ready to be evaluated.
func (s *Session) IsComplete(source string) Completeness { return Completeness{Status: "unknown"} }

// Comm hands a message of the front end to user code.
func (s *Session) Comm(m CommMessage) error { return errors.ErrUnsupported }

// Restart replaces the worker and forgets everything that was declared.
func (s *Session) Restart(ctx context.Context) error { return errors.ErrUnsupported }

// Close ends the session and its worker.
func (s *Session) Close() error { return nil }
