//go:build !linux

package worker

// holds tells whether a stream has bytes to read now.
func (s *stream) holds() bool { return readable(s.fd, 0) }
