package lineedit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"krigo/cell"
	"krigo/internal/repl"
	"krigo/internal/testpty"
	"krigo/internal/testwait"
)

// modes returns the modes of a terminal.
func modes(t *testing.T, f *os.File) unix.Termios {
	t.Helper()
	m, err := unix.IoctlGetTermios(int(f.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return *m
}

// shown collects what a program writes to its terminal.
type shown struct {
	mu   sync.Mutex
	text strings.Builder
	seen int // bytes of text up to the end of what until last found
}

func watch(user *os.File) *shown {
	s := &shown{}
	go func() {
		chunk := make([]byte, 4096)
		for {
			n, err := user.Read(chunk)
			if err != nil {
				return
			}
			s.mu.Lock()
			s.text.Write(chunk[:n])
			s.mu.Unlock()
		}
	}()
	return s
}

// until waits until text is shown after what the previous until found.
func (s *shown) until(t *testing.T, text string) {
	t.Helper()
	testwait.UntilSeen(t, fmt.Sprintf("%q on the screen", text), func() (string, bool) { return s.find(text) })
}

// find looks for text after what was found before, and moves behind it.
func (s *shown) find(text string) (shown string, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	shown = s.text.String()[s.seen:]
	i := strings.Index(shown, text)
	if i < 0 {
		return shown, false
	}
	s.seen += i + len(text)
	return shown, true
}

// slow is an assistant that says when it was asked, and answers when it is released.
type slow struct {
	helper
	asked, release chan struct{}
}

func newSlow(names ...cell.Match) slow {
	return slow{helper{names}, make(chan struct{}), make(chan struct{})}
}

func (s slow) Complete(source string, cursor int) cell.Completion {
	s.asked <- struct{}{}
	<-s.release
	return s.helper.Complete(source, cursor)
}

func write(t *testing.T, w io.Writer, text string) {
	t.Helper()
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
}

// readCell reads a cell in the background, and returns it with the error after its prompt is shown.
func readCell(t *testing.T, e *Editor, screen *shown) <-chan string {
	t.Helper()
	read := make(chan string, 1)
	go func() {
		source, err := e.Read()
		read <- fmt.Sprint(source, err)
	}()
	screen.until(t, Prompt)
	return read
}

// The editor takes keys while the assistant thinks. It drops an answer for text that has changed
// since, and offers a late one for text that has not. Keys that arrive in one read with the Tab are
// pressed after it, as if they had been read later.
func TestSlowCompletionBlocksNothing(t *testing.T) {
	for name, keys := range map[string][]string{
		"keys after the Tab are read later":            {"cov.\t", "SE"},
		"keys after the Tab are read together with it": {"cov.\tSE"},
	} {
		t.Run(name, func(t *testing.T) {
			user, program := testpty.Open(t)
			screen := watch(user)
			assistant := newSlow(cell.Match{Text: "Matern52"})
			e := New(Options{In: program, Out: program, Assistant: assistant})
			read := readCell(t, e, screen)
			for i, sent := range keys {
				write(t, user, sent)
				if i == 0 {
					testwait.Receive(t, "Tab asks the assistant", assistant.asked)
				}
			}
			screen.until(t, "SE")
			testwait.Send(t, "the assistant waits for its release", assistant.release, struct{}{})
			write(t, user, "\r")
			if got := testwait.Receive(t, "Enter ends the cell", read); got != "cov.SE<nil>" {
				t.Errorf("read %q, want cov.SE", got)
			}

			read = readCell(t, e, screen)
			write(t, user, "cov.\t")
			testwait.Receive(t, "Tab asks the assistant", assistant.asked)
			testwait.Send(t, "the assistant waits for its release", assistant.release, struct{}{})
			screen.until(t, "Matern52")
			write(t, user, "\r")
			if got := testwait.Receive(t, "Enter ends the cell", read); got != "cov.Matern52<nil>" {
				t.Errorf("read %q, want cov.Matern52", got)
			}
		})
	}
}

// A Tab that is typed before the prompt indents: the user sees no candidates then.
func TestATabTypedAheadIndents(t *testing.T) {
	user, program := testpty.Open(t)
	screen := watch(user)
	write(t, user, "if x {\n\t")
	screen.until(t, "{\r\n\t") // its echo
	e := New(Options{In: program, Out: program, Assistant: newSlow()})
	read := readCell(t, e, screen)
	write(t, user, "y\r}\r")
	if got := testwait.Receive(t, "Enter after } ends the cell", read); got != "if x {\n\ty\n}<nil>" {
		t.Errorf("read %q", got)
	}
}

// The terminal is as it was when a cell has been read, and what was typed before the
// prompt is read with it: lines, and what a cell asks for between two of them.
func TestTheTerminalIsGivenBack(t *testing.T) {
	user, program := testpty.Open(t)
	screen := watch(user)
	before := modes(t, program)
	write(t, user, "if x {\n\ty\n}\nanswer\npart")
	screen.until(t, "part") // its echo
	e := New(Options{In: program, Out: program, Assistant: helper{}})
	if got, err := e.Read(); got != "if x {\n\ty\n}" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
	if after := modes(t, program); after != before {
		t.Errorf("the terminal's modes are %v, were %v", after, before)
	}
	if got, err := e.Line(t.Context()); got != "answer" || err != nil {
		t.Errorf("asked for, %q, %v", got, err)
	}
	write(t, user, "ly\n")
	screen.until(t, "ly\r\n")
	if got, err := e.Read(); got != "partly" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

// A question that ends without an answer leaves the terminal to the next cell.
func TestAQuestionThatEndsTakesNothing(t *testing.T) {
	user, program := testpty.Open(t)
	screen := watch(user)
	e := New(Options{In: program, Out: program, Assistant: helper{}})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if got, err := e.Line(ctx); got != "" || !errors.Is(err, context.Canceled) {
		t.Errorf("read %q, %v", got, err)
	}
	time.AfterFunc(50*time.Millisecond, func() { write(t, user, "ab\r") })
	if got, err := e.Read(); got != "ab" || err != nil {
		t.Errorf("the cell is %q, %v", got, err)
	}
	write(t, user, "cd\n")
	screen.until(t, "cd\r\n")
	if got, err := e.Line(t.Context()); got != "cd" || err != nil {
		t.Errorf("the answer is %q, %v", got, err)
	}
}

func TestTheEchoIsHidden(t *testing.T) {
	_, program := testpty.Open(t)
	before := modes(t, program)
	show, err := HideEcho(program)
	if err != nil {
		t.Fatal(err)
	}
	if hidden := modes(t, program); hidden.Lflag != before.Lflag&^unix.ECHO {
		t.Errorf("the modes are %v, were %v", hidden, before)
	}
	if err := show(); err != nil || modes(t, program) != before {
		t.Errorf("the modes are not back: %v", err)
	}
}

// broken is an assistant with a fault.
type broken struct{ helper }

func (broken) IsComplete(string) cell.Completeness { panic("a fault") }

func TestAPanicFindsTheTerminalAsItWas(t *testing.T) {
	user, program := testpty.Open(t)
	screen := watch(user)
	before := modes(t, program)
	e := New(Options{In: program, Out: program, Assistant: broken{}, Typed: []byte("x\r")})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the fault was lost")
			}
		}()
		e.Read()
	}()
	if after := modes(t, program); after != before {
		t.Errorf("the terminal's modes are %v, were %v", after, before)
	}
	screen.until(t, pasteOff)
}

// What is printed while a cell is typed stands above it, in whole lines, and as it is
// otherwise. Keys that were read before the editor was there come first.
func TestOutputStandsAboveTheCell(t *testing.T) {
	user, program := testpty.Open(t)
	screen := watch(user)
	e := New(Options{In: program, Out: program, Assistant: helper{}, Typed: []byte("ha")})
	failed := make(chan error)
	go func() {
		_, err := e.Read()
		failed <- err
	}()
	write(t, user, "lf")
	screen.until(t, Prompt+"half")
	above := e.Above(program)
	write(t, above, "one\ntwo")
	screen.until(t, toLineStart+clearToEnd+"one\r\ntwo\r\n")
	write(t, user, "\x03")
	if err := testwait.Receive(t, "Ctrl-C ends the cell", failed); !errors.Is(err, repl.ErrInterrupted) {
		t.Errorf("given up: %v", err)
	}
	write(t, above, "three\n")
	screen.until(t, "three\r\n") // as the terminal makes it
}
