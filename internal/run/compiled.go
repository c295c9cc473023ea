package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"krigo/internal/exit"
	"krigo/internal/repl"
	"krigo/internal/sessions"
	"krigo/internal/toolchain"
	"krigo/interp"
)

// Compiled are the streams and settings of a script that runs as a compiled program.
type Compiled struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Values are the values of parameters by name.
	Values map[string]any
	// Allowed is as in [ScriptOptions]; the Go toolchain knows none or all.
	Allowed string
}

// RunCompiled writes the script as a program, builds it with the Go toolchain unless it was built before, and runs it.
// Values that cells show are printed as %save writes them. The error has the program's exit status.
func (s Script) RunCompiled(ctx context.Context, o Compiled) error {
	controls, err := s.setParameters(o.Values)
	if err != nil {
		return exit.Misuse(err)
	}
	if len(controls) > 0 {
		return exit.Misusef("%s: a compiled program has no controls; -p sets parameters only", s.Name)
	}
	p, notes, err := s.program(o.Allowed)
	for _, note := range notes {
		fmt.Fprintln(o.Stderr, note)
	}
	if err != nil {
		return err
	}
	binary, err := p.Build(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Name, err)
	}
	return s.start(ctx, binary, o)
}

// program writes the script as a program.
func (s Script) program(allowed string) (p toolchain.Program, notes []string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return p, nil, err
	}
	dir, err := filepath.Abs(s.folder())
	if err != nil {
		return p, nil, err
	}
	p = toolchain.Program{
		Text: s.Program, Dir: dir, Modules: s.Modules, Get: allowed != "",
		Cache: filepath.Join(cache, "krigo", "programs"), Krigo: toolchain.OwnModule(),
	}
	if p.Text == "" {
		p.Text, notes, err = interp.Program(sessions.Unattended(s.folder(), s.Modules, allowed), repl.Cells(s.Cells))
	}
	return p, notes, err
}

// start runs the built program with the script's arguments. An interrupt is for the program, which gets the terminal's
// itself.
func (s Script) start(ctx context.Context, binary string, o Compiled) error {
	args := s.Args
	if len(args) > 0 {
		args = args[1:]
	}
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Stdin, cmd.Stdout, cmd.Stderr = o.Stdin, o.Stdout, o.Stderr
	err := cmd.Run()
	if status, signalled := exit.SignalStatus(ctx); signalled {
		return &exit.Error{Status: status}
	}
	if failure := (*exec.ExitError)(nil); errors.As(err, &failure) {
		return &exit.Error{Status: max(failure.ExitCode(), 1)}
	}
	return err
}
