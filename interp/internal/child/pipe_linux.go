package child

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeSize is the largest size that Linux grants to any process; a dying process can write
// a crash trace of this length though the reader has stopped.
const pipeSize = 1 << 20

// LargePipe returns a pipe with a large buffer, or, if that is refused, with the
// system's default.
func LargePipe() (r, w *os.File, err error) {
	r, w, err = os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	if conn, err := w.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeSize) })
	}
	return r, w, nil
}
