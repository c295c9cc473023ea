package interp

import (
	"context"
	"os"
	"os/exec"
	"syscall"
)

// shellCommand has the system's shell run a line, which it takes as it is: its
// rules of quoting are not those of other programs.
func shellCommand(ctx context.Context, line string) *exec.Cmd {
	shell := os.Getenv("ComSpec")
	if shell == "" {
		shell = "cmd.exe"
	}
	cmd := exec.CommandContext(ctx, shell)
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /d /s /c "` + line + `"`}
	return cmd
}
