package worker

import (
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"krigo/interp/internal/ring"
)

// coalesce is how long written text may wait for more of it.
const coalesce = 15 * time.Millisecond

// openPipe makes a File of an inherited descriptor.
func openPipe(fd uintptr, name string) (*os.File, error) {
	if err := syscall.SetNonblock(int(fd), true); err != nil {
		return nil, fmt.Errorf("worker: descriptor %d (%s): %w", fd, name, err)
	}
	syscall.CloseOnExec(int(fd))
	return os.NewFile(fd, name), nil
}

// openStream makes a File of an inherited reading end that [readNow] reads and
// [readable] waits for. Go's poller does not know it: it would wake up for
// every line that is written.
func openStream(fd uintptr, name string) (*os.File, error) {
	file := os.NewFile(fd, name) // before the descriptor stops blocking
	syscall.CloseOnExec(int(fd))
	if err := syscall.SetNonblock(int(fd), true); err != nil {
		return nil, fmt.Errorf("worker: descriptor %d (%s): %w", fd, name, err)
	}
	return file, nil
}

// openRing maps an inherited ring.
func openRing(fd uintptr) (*ring.Ring, error) {
	f := os.NewFile(fd, "text")
	defer f.Close()
	return ring.Open(f)
}

// readNow reads what a non-blocking pipe holds, and 0 bytes if that is nothing.
func readNow(pipe *os.File, buffer []byte) int {
	conn, err := pipe.SyscallConn()
	if err != nil {
		return 0
	}
	n := 0
	_ = conn.Control(func(fd uintptr) {
		n, err = ignoringInterrupts(func() (int, error) { return syscall.Read(int(fd), buffer) })
	})
	if err != nil {
		return 0
	}
	return n
}

// watch sends what is written to a stream, a moment after it was written, for
// as long as the process lives.
func (m *emitter) watch(s *stream) {
	conn, err := s.pipe.SyscallConn()
	if err != nil {
		return
	}
	open := true
	for open {
		err := conn.Control(func(fd uintptr) { open = readable(fd, forever) })
		open = open && err == nil
		time.Sleep(coalesce)
		m.drain()
	}
}

// forever is a timeout that never passes.
const forever = -1

// readable waits until fd has bytes to read, for at most timeout milliseconds,
// and tells whether it has.
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
