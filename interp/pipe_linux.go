package interp

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is what Linux grants to anybody; a dying worker can write a crash's
// trace of this length though it does not read it any more.
const pipeSize = 1 << 20

// enlarge makes a pipe hold more. It serves at its own size where that is
// refused.
func enlarge(f *os.File) {
	if conn, err := f.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
}
