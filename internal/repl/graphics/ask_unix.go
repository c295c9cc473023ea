//go:build unix

package graphics

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// Ask asks the terminal of in and out what it can draw, and waits at most timeout for its answers.
// Keys that were typed meanwhile are returned, for they are read with the answers. If some were
// typed before, it does not ask: the answers would come after them.
func Ask(in, out *os.File, timeout time.Duration) (a Answers, typed []byte, err error) {
	var end time.Time // from the questions on
	return ask(in, out, func(fd int) (bool, error) {
		if end.IsZero() {
			end = time.Now().Add(timeout)
		}
		return readable(fd, time.Until(end))
	})
}

// ask is Ask with the wait for something to read, which is false when the time is up.
func ask(in, out *os.File, wait func(fd int) (bool, error)) (a Answers, typed []byte, err error) {
	fd := int(in.Fd())
	if waiting, err := readable(fd, 0); err != nil || waiting {
		return a, nil, err
	}
	state, err := term.MakeRaw(fd)
	if err != nil {
		return a, nil, fmt.Errorf("graphics: %w", err)
	}
	defer func() { err = errors.Join(err, term.Restore(fd, state)) }()
	if _, err := out.WriteString(questions); err != nil {
		return a, nil, fmt.Errorf("graphics: %w", err)
	}
	text, err := readAnswers(fd, wait)
	a, rest := parseAnswers(text)
	return a, []byte(rest), err
}

// readAnswers reads until the last answer is there or the time is up.
func readAnswers(fd int, wait func(fd int) (bool, error)) (text string, err error) {
	buffer := make([]byte, 256)
	for {
		ready, err := wait(fd)
		if err != nil || !ready {
			return text, err
		}
		n, err := unix.Read(fd, buffer)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || n <= 0 {
			return text, err
		}
		text += string(buffer[:n])
		if a, _ := parseAnswers(text); a.Complete {
			return text, nil
		}
	}
}

// readable waits until there is something to read.
func readable(fd int, wait time.Duration) (bool, error) {
	end := time.Now().Add(wait)
	for {
		left := max(time.Until(end), 0)
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, int((left + time.Millisecond - 1).Milliseconds()))
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return false, fmt.Errorf("graphics: %w", err)
		}
		return n > 0, nil
	}
}

// SizeOf returns the size of the terminal f, with the pixels of a character where the
// system knows them.
func SizeOf(f *os.File) (Size, error) {
	w, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return Size{}, fmt.Errorf("graphics: %w", err)
	}
	s := Size{Columns: int(w.Col), Rows: int(w.Row)}
	if w.Xpixel > 0 && w.Ypixel > 0 && w.Col > 0 && w.Row > 0 {
		s.CellWidth, s.CellHeight = int(w.Xpixel/w.Col), int(w.Ypixel/w.Row)
	}
	return s, nil
}
