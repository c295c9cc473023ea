//go:build unix

package interp

import (
	"context"
	"os/exec"
)

// shellCommand has the system's shell run a line.
func shellCommand(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", line)
}
