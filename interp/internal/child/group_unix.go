//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// Group is a command with all processes that it starts.
type Group struct{ cmd *exec.Cmd }

// NewGroup prepares a command that was not started yet. A terminal's interrupt
// will reach its caller only. It may be used for cmd.Cancel.
func NewGroup(cmd *exec.Cmd) *Group {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &Group{cmd}
}

// Start starts the command.
func (g *Group) Start() error { return g.cmd.Start() }

// Kill ends the command and all that it has started. It fails if none of them
// runs any more.
func (g *Group) Kill() error { return syscall.Kill(-g.cmd.Process.Pid, syscall.SIGKILL) }

// Close releases the group's resources, after the command's end. Processes that
// the command has left running continue.
func (g *Group) Close() {}
