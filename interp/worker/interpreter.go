package worker

import (
	"fmt"
	"maps"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/core"
	"krigo/interp/symbols"
)

// newInterpreter makes the interpreter with everything that cells can import.
func (w *worker) newInterpreter() error {
	c := &console{emitter: w.emitter}
	w.panics = newPanicLog(c.stderr())
	w.interp = yaegi.New(yaegi.Options{
		Stdin:        noStdin,
		Stdout:       c.stdout(),
		Stderr:       w.panics,
		Unrestricted: true,
	})
	packages, session := symbols.Exports(), w.session(c)
	w.override(packages, c)
	if err := w.interp.Use(session); err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	if err := w.load(hostSource); err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	maps.Copy(packages, session)
	var err error
	if w.core, err = core.New(w.interp, packages, c.stderr()); err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	w.core.Panicked, w.core.Trail = w.panicked, w.panics
	return nil
}
