package worker

import (
	"fmt"
	"os"
	"time"

	"krigo/interp/internal/child"
	"krigo/interp/internal/ring"
)

// coalesce is how long written text may wait for more of it.
const coalesce = 15 * time.Millisecond

// taken returns an inherited pipe, non-blocking if the system supports that.
func taken(place int, name string) (uintptr, error) {
	fd, err := child.Taken(place)
	if err == nil {
		err = child.NeverBlock(fd)
	}
	if err != nil {
		return 0, fmt.Errorf("worker: inherited file %d (%s): %w", place, name, err)
	}
	return fd, nil
}

// openPipe makes a File of an inherited pipe.
func openPipe(place int, name string) (*os.File, error) {
	fd, err := taken(place, name)
	if err != nil {
		return nil, err
	}
	return os.NewFile(fd, name), nil
}

// openStream makes a stream of an inherited reading end.
func openStream(place int, name string) (*stream, error) {
	fd, err := taken(place, name)
	if err != nil {
		return nil, err
	}
	return &stream{name: name, fd: fd}, nil
}

// openRing maps an inherited ring.
func openRing(place int) (*ring.Ring, error) {
	fd, err := child.Taken(place)
	if err != nil {
		return nil, fmt.Errorf("worker: inherited file %d (text): %w", place, err)
	}
	f := os.NewFile(fd, "text")
	defer f.Close()
	return ring.Open(f)
}

// watch sends text written to a stream shortly after it was written, as long as the
// process lives.
func (m *emitter) watch(s *stream) {
	for open := true; open; {
		open = child.Await(s.fd)
		time.Sleep(coalesce)
		m.drain()
	}
}
