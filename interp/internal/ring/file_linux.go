package ring

import (
	"os"

	"golang.org/x/sys/unix"
)

// anonymousFile returns a file of size bytes in memory, without a name, or where the
// system refuses that, a temporary one.
func anonymousFile(size int64) (*os.File, error) {
	const name = "krigo text"
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return temporaryFile(size)
	}
	return resized(os.NewFile(uintptr(fd), name), size)
}
