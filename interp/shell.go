package interp

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"unicode/utf8"

	"krigo/cell"
	"krigo/interp/internal/child"
)

// shell runs a cell that is a line for the shell.
func (s *Session) shell(ctx context.Context, source string) error {
	s.following.does(func() cell.Effects { return shellEffects })
	line := strings.TrimSpace(source)[1:]
	if strings.TrimSpace(line) == "" {
		return commandError("!: the command for the shell is missing")
	}
	if strings.HasPrefix(line, "*") { // gonb's
		return commandError("!*: cells have no module, in whose folder a command could run; write !%s to run it in the folder of cells", strings.TrimSpace(line[1:]))
	}
	return s.runProgram(ctx, "!"+strings.TrimSpace(line), shellCommand(ctx, line))
}

// runProgram runs a program in the folder of cells, streams its output, and ends it with
// all its children when ctx, its own context, ends. Errors call it what.
func (s *Session) runProgram(ctx context.Context, what string, cmd *exec.Cmd) error {
	cmd.Dir, cmd.Env = s.files.directory(), s.place.environ()
	stdout, stderr := &shellStream{outlet: &s.outlet, name: "stdout"}, &shellStream{outlet: &s.outlet, name: "stderr"}
	defer stdout.flush()
	defer stderr.flush()
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err := child.NewGroup(cmd).Run()
	exit := (*exec.ExitError)(nil)
	switch {
	case ctx.Err() != nil:
		return interrupted()
	case errors.As(err, &exit):
		return commandError("%s: %v", what, exit)
	case err != nil:
		return commandError("%s: cannot be run: %v", what, err)
	}
	return nil
}

// shellStream passes on the output of a command, whole characters at a time.
type shellStream struct {
	outlet *outlet
	name   string
	rest   []byte // the beginning of a character
}

func (w *shellStream) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	end := len(w.rest)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if !utf8.FullRune(w.rest[i:]) {
			end = i
		}
	}
	w.emit(w.rest[:end])
	w.rest = append([]byte(nil), w.rest[end:]...)
	return len(p), nil
}

func (w *shellStream) flush() { w.emit(w.rest) }

func (w *shellStream) emit(p []byte) {
	if len(p) > 0 {
		w.outlet.print(w.name, string(p))
	}
}
