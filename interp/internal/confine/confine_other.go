//go:build !linux

package confine

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
)

// Command returns an error: the system cannot confine a command.
func Command(_ *exec.Cmd, l Limits) error {
	return fmt.Errorf("confine a process on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

func enter(Limits) error { return errors.ErrUnsupported }

// Memory returns 0: it is not known.
func Memory(int) int64 { return 0 }
