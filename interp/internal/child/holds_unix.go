//go:build unix && !linux

package child

// holds reports whether a pipe has bytes to read now.
func holds(fd uintptr) bool { return readable(fd, 0) }
