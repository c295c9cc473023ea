package lineedit

import "golang.org/x/sys/unix"

// The requests by which a terminal reports how many bytes wait to be read, its modes, and
// gets others.
const (
	askWaiting = unix.TIOCINQ
	askModes   = unix.TCGETS
	setModes   = unix.TCSETS
)
