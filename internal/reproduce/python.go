package reproduce

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
)

// runPython runs a program of a peer, which reads input and prints JSON, and reads that into found.
func runPython(ctx context.Context, python, program string, input []byte, found any, args ...string) error {
	cmd := exec.CommandContext(ctx, python, append([]string{"-c", program}, args...)...)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return fmt.Errorf("%s: %w", python, err)
	}
	if err := json.Unmarshal(bytes.TrimSpace(out), found); err != nil {
		return fmt.Errorf("%s: %w", python, err)
	}
	return nil
}
