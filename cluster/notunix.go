//go:build !unix

package cluster

import "os"

// isBusy reports whether err says that a file cannot be executed while it is open for
// writing; other systems have no such error.
func isBusy(error) bool { return false }

// foreignOwner reports files that belong to other users, on systems where users have
// numbers.
func foreignOwner(os.FileInfo) (uid int, foreign bool) { return 0, false }
