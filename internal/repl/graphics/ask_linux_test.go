package graphics

import (
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"krigo/internal/testpty"
	"krigo/internal/testwait"
)

// answering has the screen read the questions, and answer them in parts.
func answering(t *testing.T, screen *os.File, answers ...string) {
	t.Helper()
	go func() {
		asked := ""
		buffer := make([]byte, 256)
		for !strings.HasSuffix(asked, "\x1b[c") {
			n, err := screen.Read(buffer)
			if err != nil {
				return
			}
			asked += string(buffer[:n])
		}
		for _, a := range answers {
			screen.WriteString(a)
			time.Sleep(5 * time.Millisecond)
		}
	}()
}

func TestAskingATerminal(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string
		want    Answers
		typed   string
	}{
		{"kitty", []string{"\x1b_Gi=1;OK\x1b\\\x1b[6;18;9t\x1b[?62;c"}, Answers{Kitty: true, CellWidth: 9, CellHeight: 18, Complete: true}, ""},
		{"in parts", []string{"\x1b[6;1", "8;9t\x1b", "[?62;4", "c"}, Answers{CellWidth: 9, CellHeight: 18, Complete: true}, ""},
		{"keys between", []string{"1 + ", "\x1b[?62;4", "c"}, Answers{Complete: true}, "1 + "},
	} {
		screen, program := testpty.Open(t)
		before, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS)
		if err != nil {
			t.Fatal(err)
		}
		answering(t, screen, c.answers...)
		got, typed, err := Ask(program, program, testwait.Limit)
		if err != nil || got != c.want || string(typed) != c.typed {
			t.Errorf("%s: got %+v, typed %q, %v, want %+v, typed %q", c.name, got, typed, err, c.want, c.typed)
		}
		if after, err := unix.IoctlGetTermios(int(program.Fd()), unix.TCGETS); err != nil || *after != *before {
			t.Errorf("%s: the terminal is left as %+v, %v, want %+v", c.name, after, err, before)
		}
	}
}

// What was typed is returned when the time is up without an answer, which here it is
// once all keys were read.
func TestATerminalThatDoesNotAnswer(t *testing.T) {
	screen, program := testpty.Open(t)
	const keys = "1 + 1\r"
	answering(t, screen, keys)
	arrived := false
	got, typed, err := ask(program, program, func(fd int) (bool, error) {
		if arrived {
			return false, nil
		}
		arrived = true
		testwait.UntilSeen(t, "all keys to arrive", func() (int, bool) {
			n, err := unix.IoctlGetInt(fd, unix.TIOCINQ)
			return n, err == nil && n == len(keys)
		})
		return true, nil
	})
	if err != nil || got != (Answers{}) || string(typed) != keys {
		t.Errorf("got %+v, typed %q, %v, want %q", got, typed, err, keys)
	}
}

// Ask returns when its timeout has passed.
func TestAskingEndsInTime(t *testing.T) {
	_, program := testpty.Open(t)
	if got, typed, err := Ask(program, program, time.Millisecond); err != nil || got != (Answers{}) || len(typed) > 0 {
		t.Errorf("got %+v, typed %q, %v", got, typed, err)
	}
}

// What was typed before the questions stays where it is.
func TestNobodyIsAskedWhereKeysWait(t *testing.T) {
	screen, program := testpty.Open(t)
	if _, err := screen.WriteString("1 + 1\n"); err != nil {
		t.Fatal(err)
	}
	testwait.Until(t, "the keys to arrive", func() bool {
		waiting, err := readable(int(program.Fd()), 0)
		return err == nil && waiting
	})
	if got, typed, err := Ask(program, program, testwait.Limit); err != nil || got != (Answers{}) || typed != nil {
		t.Errorf("got %+v, typed %q, %v", got, typed, err)
	}
	line := make([]byte, 100)
	if n, err := program.Read(line); err != nil || string(line[:n]) != "1 + 1\n" {
		t.Errorf("read %q, %v", line[:n], err)
	}
}

func TestSizeInPixels(t *testing.T) {
	_, program := testpty.Open(t)
	if err := unix.IoctlSetWinsize(int(program.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80, Xpixel: 800, Ypixel: 480}); err != nil {
		t.Fatal(err)
	}
	if got, err := SizeOf(program); err != nil || got != (Size{80, 24, 10, 20}) {
		t.Errorf("got %+v, %v", got, err)
	}
}
