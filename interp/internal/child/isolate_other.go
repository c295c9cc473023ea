//go:build !linux

package child

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
)

// Isolate returns an error: the system cannot keep a command from the network.
func Isolate(*exec.Cmd) error {
	return fmt.Errorf("keep a process from the network on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}
