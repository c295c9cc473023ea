package interp

import (
	"context"
	"os/exec"

	"krigo/cell"
)

// bash runs %%bash.
func bash(ctx context.Context, s *Session, in invocation, _ cell.Output) (*cell.Bundle, error) {
	if err := wantNone("%bash", in.args); err != nil {
		return nil, err
	}
	if err := wantRest("%bash", "script", in); err != nil {
		return nil, err
	}
	path, err := exec.LookPath("bash")
	if err != nil {
		return nil, commandError("%%%%bash: bash is not installed here; a line that begins with ! runs in the system's shell")
	}
	return nil, s.runProgram(ctx, "%%bash", exec.CommandContext(ctx, path, "-c", in.text))
}
