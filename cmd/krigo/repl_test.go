package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// A repl whose cells come from a pipe waits for the next one, or runs one without an end.
func TestSIGTERMEndsARepl(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts workers and signals them")
	}
	for name, cell := range map[string]string{"that waits": "", "that runs a cell": "for {}", "that waits after Ctrl-C": "interrupt"} {
		t.Run(name, func(t *testing.T) {
			if signal.Ignored(syscall.SIGTERM) {
				t.Skip("ignored, and so by what is started from here")
			}
			t.Parallel()
			cmd := exec.CommandContext(atMost(t), os.Args[0], "repl")
			cmd.Env = append(os.Environ(), "KRIGO_TEST_MAIN=1")
			cmd.Dir = t.TempDir()
			cells, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer cells.Close()
			var printed strings.Builder
			cmd.Stdout, cmd.Stderr = &printed, &printed
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			write := func(text string) {
				if _, err := cells.Write([]byte(text + "\n")); err != nil {
					t.Fatal(err)
				}
			}
			write(`os.WriteFile("began", nil, 0o600)`)
			awaitFile(t, filepath.Join(cmd.Dir, "began"))
			if cell == "interrupt" {
				if err := cmd.Process.Signal(os.Interrupt); err != nil {
					t.Fatal(err)
				}
				write(`os.WriteFile("after", nil, 0o600)`)
				awaitFile(t, filepath.Join(cmd.Dir, "after"))
			} else if cell != "" {
				write(`go func() { time.Sleep(time.Millisecond); os.WriteFile("running", nil, 0o600) }()` + "\n" + cell)
				awaitFile(t, filepath.Join(cmd.Dir, "running"))
			}
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != 143 {
				t.Errorf("status %d, want 143: %s", got, printed.String())
			}
		})
	}
}
