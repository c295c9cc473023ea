package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"krigo/internal/testpty"
)

// startClass starts the server of a class and returns what it prints to its output until it is
// ready. It ends with the test.
func startClass(t *testing.T, out, read, stderr *os.File, env ...string) (printed string) {
	t.Helper()
	dir := t.TempDir()
	writeNotebook(t, dir, "n.ipynb", "1")
	cmd := exec.CommandContext(atMost(t), os.Args[0], "notebook", "--no-browser", "--port", "0", "--read-only", dir)
	cmd.Env = append([]string{"KRIGO_TEST_MAIN=1", "HOME=" + dir, "TMPDIR=" + dir, "PATH=" + os.Getenv("PATH")}, env...)
	cmd.Stdout, cmd.Stderr = out, stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait() // the status is that of the signal
	})
	lines := bufio.NewReader(read)
	for !strings.Contains(printed, "Ctrl-C ends the server.") {
		line, err := lines.ReadString('\n')
		if printed += line; err != nil {
			t.Fatalf("the server has printed %q: %v", printed, err)
		}
	}
	return printed
}

// opened asks for an address as a browser does, and returns the answer's status and text.
func opened(t *testing.T, address string) (status int, text string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := (&http.Client{Jar: jar}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	raw, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got.StatusCode, string(raw)
}

var (
	teacherAddress = regexp.MustCompile(`http://\S+/teacher\?token=\w+`)
	teacherPlain   = regexp.MustCompile(`http://\S+/teacher\b`)
)

// TestTheTeachersTokenIsPrintedToATerminalOnly: to standard output or the standard error, if either is one; not at all
// if it comes from the environment.
func TestTheTeachersTokenIsPrintedToATerminalOnly(t *testing.T) {
	pipe := func() (read, write *os.File) {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { read.Close(); write.Close() })
		return read, write
	}
	works := func(about, address string) {
		t.Helper()
		if status, page := opened(t, address); status != 200 || !strings.Contains(page, "Who is where") {
			t.Errorf("%s: %s answers %d\n%s", about, address, status, page)
		}
	}
	user, terminal := testpty.Open(t)
	printed := startClass(t, terminal, user, os.Stderr)
	works("a terminal", teacherAddress.FindString(printed))

	read, write := pipe()
	userOfErrors, terminalOfErrors := testpty.Open(t)
	printed = startClass(t, write, read, terminalOfErrors)
	if teacherPlain.MatchString(printed) {
		t.Errorf("with a terminal for errors, the output has %q", printed)
	}
	line, err := bufio.NewReader(userOfErrors).ReadString('=')
	if err != nil || !strings.Contains(line, "/teacher?token=") {
		t.Errorf("the terminal of errors shows %q (%v)", line, err)
	}

	read, write = pipe()
	_, errors := pipe()
	printed = startClass(t, write, read, errors)
	if teacherAddress.MatchString(printed) || !strings.Contains(printed, "printed to a terminal only: start krigo in one, or set KRIGO_TEACHER_TOKEN") {
		t.Errorf("without a terminal, the output is %q", printed)
	}

	const token = "a-token-from-the-environment"
	user, terminal = testpty.Open(t)
	printed = startClass(t, terminal, user, os.Stderr, teacherVariable+"="+token)
	if strings.Contains(printed, token) {
		t.Errorf("a token of the environment is printed: %q", printed)
	}
	works("the environment", teacherPlain.FindString(printed)+"?token="+token)
}

// TestTheMemoryOfAClassIsHidden from other processes of its account, by what the kernel says of the process.
func TestTheMemoryOfAClassIsHidden(t *testing.T) {
	before, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, uintptr(before), 0, 0, 0) })
	if err := (&classFlags{readOnly: true}).takeToken(); err != nil {
		t.Fatal(err)
	}
	if is, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0); is != 0 || err != nil {
		t.Errorf("the process is dumpable: %d (%v)", is, err)
	}
}
