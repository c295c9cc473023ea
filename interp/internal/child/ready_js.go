package child

import (
	"syscall/js"
	"time"
)

// The page's script keeps what is written to the descriptors 1 and 2 until it is read here.
var written, take = js.Global().Get("krigo").Get("written"), js.Global().Get("krigo").Get("take")

// ReadNow reads the bytes that were written to a descriptor; it returns 0 if there are none.
func ReadNow(fd uintptr, buffer []byte) int {
	if !holds(fd) {
		return 0
	}
	return js.CopyBytesToGo(buffer, take.Invoke(int(fd), len(buffer)))
}

// awaitPeriod is the interval in which Await looks.
const awaitPeriod = 20 * time.Millisecond

// Await waits until a descriptor has bytes to read, and returns true.
func Await(fd uintptr) bool {
	for !holds(fd) {
		time.Sleep(awaitPeriod)
	}
	return true
}

// holds reports whether a descriptor has bytes to read now.
func holds(fd uintptr) bool { return written.Invoke(int(fd)).Int() > 0 }
