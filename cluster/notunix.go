//go:build !unix

package cluster

import "os"

// isBusy tells that a file cannot be executed while it is open for writing, of which
// other systems have no word.
func isBusy(error) bool { return false }

// foreignOwner tells of files that belong to other users, where users have numbers.
func foreignOwner(os.FileInfo) (uid int, foreign bool) { return 0, false }
