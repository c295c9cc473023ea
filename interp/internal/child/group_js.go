package child

import (
	"errors"
	"fmt"
	"os/exec"
)

// errNoProcess is the error of all that needs a process.
var errNoProcess = fmt.Errorf("a web page starts no programs: %w", errors.ErrUnsupported)

// Group is a command that does not start.
type Group struct{ cmd *exec.Cmd }

// NewGroup returns the group of a command.
func NewGroup(cmd *exec.Cmd) *Group { return &Group{cmd} }

// Start returns an error.
func (g *Group) Start() error { return errNoProcess }

// Kill returns an error.
func (g *Group) Kill() error { return errNoProcess }

// Close does nothing.
func (g *Group) Close() {}
