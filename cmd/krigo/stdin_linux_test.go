package main

import (
	"bytes"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"krigo/internal/testpty"
)

// The terminal is the controlling one, which would stop a worker that reads it.
func TestScriptsReadTheTerminal(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "scans.go", scans)
	user, terminal := testpty.Open(t)
	ctx := atMost(t)
	cmd := exec.CommandContext(ctx, os.Args[0], "run", "scans.go")
	cmd.Env = []string{
		"KRIGO_TEST_MAIN=1", "KRIGO_TEST_WORKERS=" + os.Getenv("KRIGO_TEST_WORKERS"), "HOME=" + dir, "TMPDIR=" + dir,
		"PATH=" + os.Getenv("PATH"),
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, terminal, &stdout, &stderr
	if _, err := user.WriteString("3 4\nrest\n"); err != nil {
		t.Fatal(err)
	}
	err := cmd.Run()
	if want := "2 <nil> 7\n\"rest\\n\" <nil>\n"; err != nil || ctx.Err() != nil || stdout.String() != want {
		t.Errorf("%v, stdout %q, stderr %q, want %q", err, &stdout, &stderr, want)
	}
}
