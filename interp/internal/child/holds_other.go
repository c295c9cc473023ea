//go:build unix && !linux

package child

// Holds tells whether a pipe has bytes to read now.
func Holds(fd uintptr) bool { return readable(fd, 0) }
