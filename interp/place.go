package interp

import (
	"context"
	"os"
	"strings"
	"sync"

	"krigo/interp/internal/wire"
)

// workerPlace is where workers start: a folder, and the environment, which commands change.
type workerPlace struct {
	began string // the folder that the session began in

	mu  sync.Mutex
	dir string
	env []string // nil is this process's
}

// folder returns the folder.
func (p *workerPlace) folder() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.dir
}

// environ returns the environment, which commands also give to programs.
func (p *workerPlace) environ() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.env
}

// change changes the folder, if dir is not empty, and variables of the environment.
func (p *workerPlace) change(dir string, env []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if dir != "" {
		p.dir = dir
	}
	for _, v := range env {
		p.env = withVariable(p.env, v)
	}
}

// start returns the folder and environment of a new worker. If the folder is gone, it
// returns the one that the session began in, and gone names the missing one.
func (p *workerPlace) start() (dir string, env []string, gone string) {
	dir, env = p.folder(), p.environ()
	if dir == p.began {
		return dir, env, ""
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return p.began, env, dir
	}
	return dir, env, ""
}

// settle changes the folder of the worker if dir is not empty, and sets variables of its
// environment, for later workers too. The event holds the folder after that. Errors name
// the command.
func (s *Session) settle(ctx context.Context, command, dir string, env ...string) (wire.Event, error) {
	e, err := s.workers.ask(ctx, wire.Request{Kind: wire.KindPlace, Dir: dir, Env: env})
	if err != nil {
		return e, err
	}
	if e.Fault != nil {
		return e, commandError("%%%s: %s", command, e.Fault.Message)
	}
	if dir != "" {
		dir = e.Dir
	}
	s.place.change(dir, env)
	return e, nil
}

// withVariable returns an environment with a variable, given as NAME=VALUE; nil is this
// process's.
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
