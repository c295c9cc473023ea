//go:build unix

package cluster

import (
	"errors"
	"syscall"
)

// isBusy tells that a file cannot be executed while it is open for writing.
func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }
