package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Taken locks a file until it is closed, and reports whether another process holds the lock.
func Taken(file *os.File) bool {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, &windows.Overlapped{})
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
