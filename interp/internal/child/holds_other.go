//go:build !linux

package child

// Watch reports whether pipes have bytes to read.
type Watch struct{ fds []uintptr }

// NewWatch watches pipes for as long as the process lives.
func NewWatch(fds ...uintptr) (*Watch, error) { return &Watch{fds}, nil }

// Holds reports whether one of the pipes has bytes to read now.
func (w *Watch) Holds() bool {
	for _, fd := range w.fds {
		if holds(fd) {
			return true
		}
	}
	return false
}
