//go:build unix

package run

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"krigo/internal/exit"
)

// reacting is an output that calls a function when something is printed first.
type reacting struct {
	text  bytes.Buffer // a field, so that io.Copy has nothing but Write
	once  sync.Once
	first func()
}

func (r *reacting) Write(b []byte) (int, error) {
	defer r.once.Do(r.first)
	return r.text.Write(b)
}

// Signals are the program's, and the status with which it ends is krigo's.
func TestSignalsOfACompiledProgram(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no shell")
	}
	for _, c := range []struct {
		program  string
		signal   syscall.Signal // 0 for none
		terminal bool
		status   int
		printed  string
	}{
		{program: "echo a; kill -9 $$", status: 137, printed: "a\n"},
		{program: "echo a; exit 7", status: 7, printed: "a\n"},
		{program: "trap 'echo TERM; exit 5' TERM; trap 'exit 6' INT; echo a; while :; do sleep 0.01; done", signal: syscall.SIGTERM, status: 5, printed: "a\nTERM\n"},
		{program: "trap 'exit 6' INT; echo a; while :; do sleep 0.01; done", signal: syscall.SIGINT, status: 6, printed: "a\n"},
		{program: "trap 'exit 6' INT; echo a; sleep 0.2; exit 8", signal: syscall.SIGINT, terminal: true, status: 8, printed: "a\n"},
		{program: "echo a; while :; do sleep 0.01; done", signal: syscall.SIGTERM, status: 143, printed: "a\n"},
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		out := &reacting{first: func() {
			if c.signal != 0 {
				cancel(exit.Signal(c.signal))
			}
		}}
		s := Script{Name: "a.go", Args: []string{"a.go", "-c", c.program}}
		err := s.start(ctx, "/bin/sh", Compiled{Stdin: strings.NewReader(""), Stdout: out, Stderr: out, Terminal: c.terminal})
		cancel(nil)
		if failure := (*exit.Error)(nil); !errors.As(err, &failure) || failure.Status != c.status || out.text.String() != c.printed {
			t.Errorf("%s: %v with status %d, want %d, printed %q", c.program, err, exit.Status(ctx, err), c.status, out.text.String())
		}
	}
}

// A program that ignores signals is killed by the second one.
func TestASecondSignalKillsACompiledProgram(t *testing.T) {
	ctx, stop := exit.WithSignals(t.Context())
	defer stop()
	self := func() { _ = syscall.Kill(syscall.Getpid(), syscall.SIGTERM) }
	out := &reacting{first: self}
	context.AfterFunc(ctx, self)
	s := Script{Name: "a.go", Args: []string{"a.go", "-c", "trap '' TERM INT; echo a; while :; do sleep 0.01; done"}}
	err := s.start(ctx, "/bin/sh", Compiled{Stdin: strings.NewReader(""), Stdout: out, Stderr: out})
	if failure := (*exit.Error)(nil); !errors.As(err, &failure) || failure.Status != exit.Killed {
		t.Errorf("%v, want status %d", err, exit.Killed)
	}
}
