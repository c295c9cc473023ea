//go:build unix

package interp

import (
	"os"
	"strings"
	"syscall"
)

// ownGroup puts a worker into a process group of its own, so that a
// terminal's interrupt reaches the session only.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills a worker and all that it started.
func killGroup(pid int) error { return syscall.Kill(-pid, syscall.SIGKILL) }

// readRest returns what a pipe holds, without waiting for more.
func readRest(f *os.File) string {
	conn, err := f.SyscallConn()
	if err != nil {
		return ""
	}
	var text strings.Builder
	_ = conn.Control(func(fd uintptr) {
		if syscall.SetNonblock(int(fd), true) != nil {
			return
		}
		buffer := make([]byte, maxTail)
		for {
			n, err := syscall.Read(int(fd), buffer)
			if err == syscall.EINTR {
				continue
			}
			if n <= 0 {
				return
			}
			text.Write(buffer[:n])
		}
	})
	return text.String()
}
