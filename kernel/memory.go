package kernel

import (
	"runtime/debug"
	"time"
)

// hugeMessage is the size in bytes from which the memory of a message is returned to the system, a
// pause after it was served. The runtime alone keeps it for the next one: a kernel stayed at 1.2 GB
// after a cell of 100 MB.
const (
	hugeMessage = 16 << 20
	returnPause = time.Second // until nothing refers to the message any more
)

// returnMemory returns what huge messages took, once for those of a pause.
func (k *core) returnMemory(m *message) {
	size := len(m.content)
	for _, b := range m.buffers {
		size += len(b)
	}
	if size < hugeMessage {
		return
	}
	m.content, m.buffers = nil, nil
	k.returning.Reset(returnPause)
}

// newReturn returns a timer that has not begun, at whose end memory is returned.
func newReturn() *time.Timer {
	t := time.AfterFunc(time.Hour, debug.FreeOSMemory)
	t.Stop()
	return t
}
