package lineedit

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"golang.org/x/term"
)

// tty is the terminal, which is in raw mode while a cell is typed.
type tty struct {
	in, out *os.File
	mu      sync.Mutex
	state   *term.State // before raw mode, or nil
	kitty   bool        // it tells Shift-Enter from Enter when asked to
}

// Modes that are on while a cell is typed: bracketed paste, and kitty's protocol of unambiguous
// keys.
const (
	pasteOn, pasteOff = "\x1b[?2004h", "\x1b[?2004l"
	kittyOn, kittyOff = "\x1b[>1u", "\x1b[<u"
)

func newTTY(in, out *os.File) *tty {
	return &tty{in: in, out: out, kitty: tellsKeysApart(os.Getenv)}
}

// tellsKeysApart reports whether the terminal is one of those that have kitty's
// protocol of keys (https://sw.kovidgoyal.net/kitty/keyboard-protocol). Others need
// not leave out what they do not know.
func tellsKeysApart(getenv func(string) string) bool {
	if getenv("TMUX") != "" || getenv("STY") != "" {
		return false
	}
	switch getenv("TERM_PROGRAM") {
	case "ghostty", "WezTerm", "iTerm.app":
		return true
	}
	for _, known := range []string{"kitty", "ghostty", "foot", "alacritty"} {
		if strings.Contains(getenv("TERM"), known) {
			return true
		}
	}
	return false
}

// enter begins raw mode, and returns the number of bytes typed ahead.
func (t *tty) enter() (ahead int, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.state != nil {
		return 0, nil
	}
	state, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return 0, fmt.Errorf("terminal: %w", err)
	}
	t.state = state
	ahead = waiting(t.in)
	modes := pasteOn
	if t.kitty {
		modes += kittyOn
	}
	_, err = io.WriteString(t.out, modes)
	return ahead, err
}

// leave ends raw mode, if it is on.
func (t *tty) leave() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.state == nil {
		return nil
	}
	modes := pasteOff
	if t.kitty {
		modes = kittyOff + modes
	}
	_, err := io.WriteString(t.out, modes)
	if restored := term.Restore(int(t.in.Fd()), t.state); err == nil {
		err = restored
	}
	t.state = nil
	return err
}

func (t *tty) isRaw() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state != nil
}

// size returns the terminal's width and height. One that does not know is taken for the
// usual.
func (t *tty) size() (width, height int) {
	width, height, err := term.GetSize(int(t.out.Fd()))
	if err != nil || width <= 0 || height <= 0 {
		return 80, 24
	}
	return width, height
}
