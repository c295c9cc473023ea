//go:build !windows && (!unix || aix || solaris)

package filelock

import "os"

// Taken is false: there are no locks here.
func Taken(*os.File) bool { return false }
