package lineedit

import "golang.org/x/sys/unix"

// The requests by which a terminal tells how many bytes wait to be read, tells its modes, and
// gets others.
const (
	askWaiting = unix.TIOCINQ
	askModes   = unix.TCGETS
	setModes   = unix.TCSETS
)
