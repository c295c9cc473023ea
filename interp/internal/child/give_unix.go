//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

// firstGiven is the descriptor of the first file that is handed over.
const firstGiven = 3

// Give hands files over to a command that was not started yet, in addition to
// its standard ones. The result releases the resources for that; call it when the
// command was started or failed to start.
func Give(cmd *exec.Cmd, files ...*os.File) (release func(), err error) {
	cmd.ExtraFiles = files
	return func() {}, nil
}

// Taken returns, in the process that was started, the descriptor of the file with
// index i that [Give] handed over. Children of this process do not inherit it.
func Taken(i int) (uintptr, error) {
	fd := firstGiven + i
	syscall.CloseOnExec(fd)
	return uintptr(fd), nil
}
