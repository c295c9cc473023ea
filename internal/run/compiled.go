package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

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
	// Terminal means that the terminal sends its interrupts to the program, too.
	Terminal bool
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

// start runs the built program with the script's arguments. Its exit status, or the signal that ends it, is krigo's.
// Signals that ask krigo to end are for the program, and a second one kills it.
func (s Script) start(ctx context.Context, binary string, o Compiled) error {
	cmd := exec.Command(binary, s.Args[min(1, len(s.Args)):]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = o.Stdin, o.Stdout, o.Stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { forward(ctx, cmd.Process, o.Terminal) })()
	defer exit.OnHurry(ctx, func() { _ = cmd.Process.Kill() })() // it may have ended
	err := cmd.Wait()
	if failure, ok := errors.AsType[*exec.ExitError](err); ok {
		return &exit.Error{Status: statusOf(failure)}
	}
	return err
}

// forward sends a process the signal that has cancelled ctx, unless the terminal has.
func forward(ctx context.Context, p *os.Process, terminal bool) {
	var got exit.Signal
	if !errors.As(context.Cause(ctx), &got) {
		got = exit.Signal(syscall.SIGKILL)
	}
	if terminal && syscall.Signal(got) == syscall.SIGINT {
		return
	}
	if err := p.Signal(syscall.Signal(got)); err != nil && !errors.Is(err, os.ErrProcessDone) {
		_ = p.Kill() // a system that has no other signals
	}
}

// statusOf returns the exit status of a program that failed.
func statusOf(failure *exec.ExitError) int {
	if status, ok := failure.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return exit.BySignal + int(status.Signal())
	}
	return max(failure.ExitCode(), 1)
}
