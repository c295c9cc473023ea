//go:build unix

package child

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// ReadNow reads the bytes that a pipe holds, without blocking; it returns 0 if there are
// none.
func ReadNow(fd uintptr, buffer []byte) int {
	n, err := ignoringInterrupts(func() (int, error) { return syscall.Read(int(fd), buffer) })
	if err != nil {
		return 0
	}
	return n
}

// NeverBlock makes the reading end of a pipe non-blocking, for [ReadNow].
func NeverBlock(fd uintptr) error { return syscall.SetNonblock(int(fd), true) }

// Await waits until a pipe has bytes to read, and reports whether it has; it has
// none if no process can write to it any more.
func Await(fd uintptr) bool { return readable(fd, forever) }

// forever is a timeout that never passes.
const forever = -1

// readable waits until fd has bytes to read, for at most timeout milliseconds,
// and reports whether it has.
func readable(fd uintptr, timeout int) bool {
	poll := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	n, err := ignoringInterrupts(func() (int, error) { return unix.Poll(poll, timeout) })
	return err == nil && n > 0 && poll[0].Revents&unix.POLLIN != 0
}

func ignoringInterrupts(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if err != syscall.EINTR {
			return n, err
		}
	}
}
