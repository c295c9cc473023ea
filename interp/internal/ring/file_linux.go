package ring

import (
	"os"

	"golang.org/x/sys/unix"
)

// anonymousFile is a file in memory, without a name.
func anonymousFile() (*os.File, error) {
	const name = "krigo text"
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(fd), name), nil
}
