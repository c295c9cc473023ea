package worker

import (
	"fmt"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/symbols"
	"krigo/interp/symbols/wrap"
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
	if err := wrap.Complete(w.interp); err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	packages := symbols.Exports()
	w.override(packages, c)
	for _, table := range []yaegi.Exports{packages, w.session(c)} {
		if err := w.interp.Use(table); err != nil {
			return fmt.Errorf("interpreter: %w", err)
		}
	}
	if err := w.load(hostSource); err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	return nil
}
