package worker

import (
	"fmt"
	"os"
	"strings"

	"krigo/interp/internal/wire"
)

// place changes the folder, sets variables of the environment, and reports the folder
// after that.
func place(r wire.Request) wire.Event {
	e := wire.Event{Kind: wire.KindResult, ID: r.ID}
	err := settle(r.Dir, r.Env)
	if err == nil {
		e.Dir, err = os.Getwd()
	}
	if err != nil {
		e.Fault = &wire.Fault{Class: wire.FaultError, Message: err.Error()}
	}
	e.Env = os.Environ()
	return e
}

// settle changes to a folder, if not empty, and sets variables, each as NAME=VALUE.
func settle(dir string, env []string) error {
	if dir != "" {
		if err := os.Chdir(dir); err != nil {
			return err
		}
	}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("%q: %w", name, err)
		}
	}
	return nil
}
