package worker

import (
	"time"

	"krigo/interp/internal/child"
)

// coalesce is how long written text may wait for more of it.
const coalesce = 15 * time.Millisecond

// watch sends text written to a stream shortly after it was written, as long as the
// process lives.
func (m *emitter) watch(s *stream) {
	for open := true; open; {
		open = child.Await(s.fd)
		time.Sleep(coalesce)
		m.drain()
	}
}
