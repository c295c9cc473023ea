package child

import (
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// ReadNow reads the bytes that a pipe holds; it returns 0 if there are none.
func ReadNow(handle uintptr, buffer []byte) int {
	waiting, err := peek(handle)
	if err != nil || waiting == 0 {
		return 0
	}
	n, err := syscall.Read(syscall.Handle(handle), buffer[:min(len(buffer), waiting)])
	if err != nil {
		return 0
	}
	return n
}

// NeverBlock does nothing: [ReadNow] reads what is there already.
func NeverBlock(uintptr) error { return nil }

// awaitPeriod is the polling interval of a pipe: Windows has no other way to wait
// for bytes without reading them.
const awaitPeriod = 15 * time.Millisecond

// Await waits until a pipe has bytes to read, and reports whether it has; it has
// none if no process can write to it any more.
func Await(handle uintptr) bool {
	for {
		waiting, err := peek(handle)
		if err != nil || waiting > 0 {
			return err == nil
		}
		time.Sleep(awaitPeriod)
	}
}

// holds reports whether a pipe has bytes to read now.
func holds(handle uintptr) bool {
	waiting, err := peek(handle)
	return err == nil && waiting > 0
}

var peekNamedPipe = windows.NewLazySystemDLL("kernel32.dll").NewProc("PeekNamedPipe")

// peek returns the number of bytes that a pipe holds.
func peek(handle uintptr) (int, error) {
	var waiting uint32
	ok, _, err := peekNamedPipe.Call(handle, 0, 0, 0, uintptr(unsafe.Pointer(&waiting)), 0)
	if ok == 0 {
		return 0, err
	}
	return int(waiting), nil
}
