package ring

import (
	"os"

	"golang.org/x/sys/unix"
)

// anonymousFile is a file in memory, without a name, or where the system
// refuses that, a temporary one.
func anonymousFile() (*os.File, error) {
	const name = "krigo text"
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return temporaryFile()
	}
	return os.NewFile(uintptr(fd), name), nil
}
