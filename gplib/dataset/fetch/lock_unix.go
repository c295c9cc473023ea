//go:build unix && !aix && !solaris

package fetch

import (
	"errors"
	"os"
	"syscall"
)

// taken locks a file until it is closed, and tells whether somebody else has.
func taken(file *os.File) bool {
	return errors.Is(syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
