//go:build unix

package cluster

import (
	"errors"
	"os"
	"syscall"
)

// isBusy reports whether err says that a file cannot be executed while it is open for
// writing.
func isBusy(err error) bool { return errors.Is(err, syscall.ETXTBSY) }

// foreignOwner returns the number of a file's owner, if that is not the user that runs
// this program.
func foreignOwner(info os.FileInfo) (uid int, foreign bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), int(stat.Uid) != os.Geteuid()
}
