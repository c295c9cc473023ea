//go:build !linux && !windows

package child

import "os"

// LargePipe returns a pipe with the system's default buffer.
func LargePipe() (r, w *os.File, err error) { return os.Pipe() }
