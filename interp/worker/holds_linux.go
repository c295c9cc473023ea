package worker

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// holds tells whether a stream has bytes to read now. Each print asks it: this way
// takes half as long as poll.
func (s *stream) holds() bool {
	var n int32
	_, _, err := syscall.RawSyscall(syscall.SYS_IOCTL, s.fd, unix.TIOCINQ, uintptr(unsafe.Pointer(&n)))
	return err == 0 && n > 0
}
