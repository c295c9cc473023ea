//go:build unix

package cluster

import (
	"errors"
	"os"
	"syscall"
)

// isBusy tells that a file cannot be executed while it is open for writing.
func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }

// foreignOwner is the number of the user that a file belongs to, where it is another one
// than runs this program.
func foreignOwner(info os.FileInfo) (uid int, foreign bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), int(stat.Uid) != os.Geteuid()
}
