// Package ring is shared memory for the text that a worker prints for the session:
// printing costs no system call, and the text outlives the process that
// printed it.
//
// It holds the last Size bytes that were written. The worker's events report how
// far the text goes; after its death the session reads here what no event
// reported.
package ring

import (
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"
)

// Size is the number of bytes held, a power of two.
const Size = 256 << 10

// headSize is room for the position of the end, on a cache line of its own.
const headSize = 64

// Ring is a ring buffer in shared memory. Only one goroutine of one process may write at a time.
type Ring struct {
	memory []byte
	end    *atomic.Uint64 // in memory
	text   []byte         // in memory, of length Size
}

// Create returns a file that [Open] can map, in this process and in one that
// inherits it.
func Create() (*os.File, error) {
	f, err := anonymousFile(headSize + Size)
	if err != nil {
		return nil, fmt.Errorf("ring: %w", err)
	}
	return f, nil
}

// Open maps a file of [Create], which may be closed afterwards.
func Open(f *os.File) (*Ring, error) {
	memory, err := mapFile(f, headSize+Size)
	if err != nil {
		return nil, fmt.Errorf("ring: map %s: %w", f.Name(), err)
	}
	return &Ring{memory, (*atomic.Uint64)(unsafe.Pointer(&memory[0])), memory[headSize:]}, nil
}

// Close unmaps the memory. The ring must not be used after it.
func (r *Ring) Close() error { return unmap(r.memory) }

// End returns the number of bytes that were ever written.
func (r *Ring) End() uint64 { return r.end.Load() }

// Write appends p over the oldest bytes. Readers see all of p at once.
// It must not be longer than Size.
func (r *Ring) Write(p []byte) {
	end := r.end.Load()
	at := end % Size
	n := copy(r.text[at:], p)
	copy(r.text, p[n:])
	r.end.Store(end + uint64(len(p)))
}

// Read appends to dst at most limit bytes from position from on. Bytes that are no
// longer held are left out.
func (r *Ring) Read(dst []byte, from uint64, limit int) []byte {
	end := r.end.Load()
	if end < from {
		return dst
	}
	if end-from > Size {
		from = end - Size
	}
	n := min(end-from, uint64(limit))
	at := from % Size
	first := min(n, Size-at)
	dst = append(dst, r.text[at:at+first]...)
	return append(dst, r.text[:n-first]...)
}
