package interp

import (
	"context"
	"os/exec"
)

// shellCommand returns a command that does not start: a web page has no shell.
func shellCommand(ctx context.Context, line string) *exec.Cmd {
	return exec.CommandContext(ctx, "sh", "-c", line)
}
