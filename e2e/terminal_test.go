package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// terminal is a terminal of tmux in which a command runs.
type terminal struct {
	t      *testing.T
	socket string
}

// patience is the time that a test waits for what must come. It is long, since the machine may
// be busy: no test that passes waits for it.
const patience = 90 * time.Second

// until waits until a condition holds, and fails the test with what was awaited.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited %v for: %s", patience, what)
		}
	}
}

// waitFor waits for the end of a command, and kills it where that does not come.
func waitFor(t *testing.T, cmd *exec.Cmd) error {
	t.Helper()
	over := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	if !over.Stop() {
		t.Errorf("waited %v for the end of %s", patience, strings.Join(cmd.Args, " "))
	}
	return err
}

// newTerminal runs a command of the shell, as the new user and with more variables,
// in a terminal of that size. The command's status is printed when it ends.
func newTerminal(t *testing.T, width, height int, command string, env ...string) *terminal {
	t.Helper()
	needs(t, "tmux")
	dir, err := os.MkdirTemp("", "krigo-tmux-") // t.TempDir's names are too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, socket: filepath.Join(dir, "s")}
	t.Cleanup(func() {
		_ = exec.Command("tmux", "-S", term.socket, "kill-server").Run()
		os.RemoveAll(dir)
	})
	start := exec.Command("tmux", "-u", "-S", term.socket, "-f", "/dev/null", "new-session", "-d",
		"-x", strconv.Itoa(width), "-y", strconv.Itoa(height), command+"; echo status $?; exec cat")
	start.Dir = krigo.root
	start.Env = append(krigo.env(), env...)
	if out, err := start.CombinedOutput(); err != nil {
		t.Fatalf("tmux: %v\n%s", err, out)
	}
	return term
}

// newRepl runs krigo repl in a terminal, with a home and a history of its own, and
// waits for the prompt.
func newRepl(t *testing.T, width, height int, env ...string) *terminal {
	t.Helper()
	term := newTerminal(t, width, height, krigo.krigo+" repl", append([]string{"XDG_DATA_HOME=" + t.TempDir()}, env...)...)
	term.untilEnd("krigo>")
	return term
}

func (t *terminal) tmux(args ...string) string {
	t.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-u", "-S", t.socket}, args...)...).CombinedOutput()
	if err != nil {
		t.t.Fatalf("tmux %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// keys presses keys by tmux's names.
func (t *terminal) keys(names ...string) {
	t.t.Helper()
	t.tmux(append([]string{"send-keys"}, names...)...)
}

// types types text.
func (t *terminal) types(text string) {
	t.t.Helper()
	t.tmux("send-keys", "-l", text)
}

// enters types a line and presses Enter.
func (t *terminal) enters(line string) {
	t.t.Helper()
	t.types(line)
	t.keys("Enter")
}

// pastes pastes text as terminals do for programs that ask for brackets.
func (t *terminal) pastes(text string) {
	t.t.Helper()
	t.tmux("set-buffer", text)
	t.tmux("paste-buffer", "-p")
}

func (t *terminal) resize(width, height int) {
	t.t.Helper()
	t.tmux("resize-window", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height))
}

// screen returns the text on the terminal, without white space at the ends of lines.
func (t *terminal) screen() string {
	t.t.Helper()
	lines := strings.Split(t.tmux("capture-pane", "-p"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// until waits until the screen has a text, and returns it.
func (t *terminal) until(text string) string {
	t.t.Helper()
	return t.wait("does not show "+strconv.Quote(text), func(screen string) bool { return strings.Contains(screen, text) })
}

// untilGone waits until the screen has a text no more.
func (t *terminal) untilGone(text string) string {
	t.t.Helper()
	return t.wait("still shows "+strconv.Quote(text), func(screen string) bool { return !strings.Contains(screen, text) })
}

// untilEnd waits until the last lines of the screen are these.
func (t *terminal) untilEnd(lines ...string) string {
	t.t.Helper()
	end := strings.Join(lines, "\n")
	return t.wait("does not end in "+strconv.Quote(end), func(screen string) bool { return strings.HasSuffix("\n"+screen, "\n"+end) })
}

func (t *terminal) wait(fault string, holds func(screen string) bool) string {
	t.t.Helper()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	end := time.After(patience)
	for {
		screen := t.screen()
		if holds(screen) {
			return screen
		}
		select {
		case <-again.C:
		case <-end:
			t.t.Fatalf("after %v the terminal %s:\n%s", patience, fault, screen)
		}
	}
}
