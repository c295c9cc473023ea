package worker

import (
	"fmt"
	"maps"
	"os"
	"reflect"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/internal/panictrace"
	"krigo/interp/internal/core"
)

// newInterpreter makes the interpreter, whose cells can import packages.
func (w *worker) newInterpreter(packages yaegi.Exports) error {
	c := newConsole(w.emitter)
	w.console = c
	w.panics = newPanicLog(c.err)
	w.interp = yaegi.New(yaegi.Options{
		Stdin:        noStdin,
		Stdout:       c.out,
		Stderr:       w.panics,
		Unrestricted: true,
	})
	session := w.session(c)
	w.override(packages, c)
	if err := w.interp.Use(session); err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	if err := w.load(hostSource); err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	maps.Copy(packages, session)
	var err error
	if w.core, err = core.New(w.interp, packages, c.err); err != nil {
		return fmt.Errorf("interpreter: %w", err)
	}
	w.core.OnEndless(w.leave)
	w.core.Methods[reflect.TypeFor[*os.File]()] = c.methods()
	w.core.Panicked, w.core.Trail = w.panicked, w.panics
	panictrace.Follow(w.panics)
	return nil
}

// load evaluates one declaration. The interpreter can panic while compiling.
func (w *worker) load(source string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the interpreter failed on this declaration: %s", describe(r))
		}
	}()
	_, err = w.interp.Eval(source)
	return err
}
