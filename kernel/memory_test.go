package kernel

import (
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"krigo/internal/testwait"
)

// TestMemoryOfAHugeMessageIsReturnedUnraced to the system, soon after its answer.
func TestMemoryOfAHugeMessageIsReturnedUnraced(t *testing.T) {
	c := newLocalClient(t)
	debug.FreeOSMemory()
	before := held()
	id := c.request(shell, "comm_info_request", `{"target_name": "`+strings.Repeat("x", 4*hugeMessage)+`"}`)
	c.replyTo(id)
	testwait.Until(t, "memory to be returned", func() bool { return held() < before+hugeMessage })
}

// held returns the bytes that the process has of the system.
func held() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapSys - m.HeapReleased
}
