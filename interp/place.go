package interp

import (
	"context"
	"fmt"
	"os"
	"strings"

	"krigo/interp/internal/wire"
)

// askWorker asks the worker something that needs no evaluation.
func (s *Session) askWorker(ctx context.Context, r wire.Request) (wire.Event, error) {
	p, err := s.usable(ctx)
	if err != nil {
		return wire.Event{}, err
	}
	result, err := p.call(r, nil)
	if err != nil {
		return wire.Event{}, noWorker(err.Error())
	}
	select {
	case e := <-result:
		return e, nil
	case <-p.dead:
		return wire.Event{}, noWorker(p.death.cause)
	case <-ctx.Done():
		return wire.Event{}, interrupted()
	}
}

// settle moves the worker to a folder, where that is not empty, and sets
// variables of its environment, for the workers after it too. The event tells
// where it is then. Errors are those of the command of that name.
func (s *Session) settle(ctx context.Context, command, dir string, env ...string) (wire.Event, error) {
	e, err := s.askWorker(ctx, wire.Request{Kind: wire.KindPlace, Dir: dir, Env: env})
	if err != nil {
		return e, err
	}
	if e.Fault != nil {
		return e, commandError("%%%s: %s", command, e.Fault.Message)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if dir != "" {
		s.options.Dir = e.Dir
	}
	for _, v := range env {
		s.options.Env = withVariable(s.options.Env, v)
	}
	return e, nil
}

// withVariable is an environment with a variable, given as NAME=VALUE; nil is
// this process's.
func withVariable(env []string, variable string) []string {
	if env == nil {
		env = os.Environ()
	}
	name, _, _ := strings.Cut(variable, "=")
	var out []string
	for _, v := range env {
		if !strings.HasPrefix(v, name+"=") {
			out = append(out, v)
		}
	}
	return append(out, variable)
}

// startOptions are the options to start a worker with. A folder that is gone
// would let none start: then it is the one that the session began in.
func (s *Session) startOptions() Options {
	o := s.options
	if o.Dir == s.began {
		return o
	}
	if info, err := os.Stat(o.Dir); err != nil || !info.IsDir() {
		s.tell(fmt.Sprintf("The folder %s is gone: the new Go process is where the session began.", o.Dir))
		o.Dir = s.began
	}
	return o
}

// environ is the environment that commands give to programs.
func (s *Session) environ() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.options.Env
}
