package interp

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"krigo/cell"
)

// assignment is a name and, behind = or spaces, a value.
var assignment = regexp.MustCompile(`^([^\s=]+)(\s*=\s*|\s+)?(.*)$`)

// env runs %env. It shows the environment of cells, and changes it also for the programs
// that commands run and for workers to come.
func env(ctx context.Context, s *Session, in invocation, out cell.Output) (*cell.Bundle, error) {
	if in.line == "" {
		return s.environment(ctx)
	}
	m := assignment.FindStringSubmatch(in.line)
	if m == nil {
		return nil, commandError("%%env: %q has no name; write NAME, or NAME=VALUE", in.line)
	}
	name, separator, value := m[1], m[2], m[3]
	if separator == "" {
		return s.variable(ctx, name)
	}
	if _, err := s.settle(ctx, "env", "", name+"="+value); err != nil {
		return nil, err
	}
	out.Stream("stdout", name+"="+value+"\n")
	return nil, nil
}

// environment lists all variables by name.
func (s *Session) environment(ctx context.Context) (*cell.Bundle, error) {
	e, err := s.settle(ctx, "env", "")
	if err != nil {
		return nil, err
	}
	slices.Sort(e.Env)
	b := plainBundle(strings.Join(e.Env, "\n"))
	return &b, nil
}

// variable shows the value of one.
func (s *Session) variable(ctx context.Context, name string) (*cell.Bundle, error) {
	e, err := s.settle(ctx, "env", "")
	if err != nil {
		return nil, err
	}
	for _, v := range e.Env {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			b := plainBundle(value)
			return &b, nil
		}
	}
	return nil, commandError("%%env: %s is not set", name)
}
