//go:build unix && !linux

package lineedit

import "golang.org/x/sys/unix"

// The requests by which a terminal reports how many bytes wait to be read (FIONREAD of the
// BSDs and of macOS, in sys/filio.h), reports its modes, and gets others.
const (
	askWaiting = 0x4004667f
	askModes   = unix.TIOCGETA
	setModes   = unix.TIOCSETA
)
