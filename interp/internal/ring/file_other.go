//go:build unix && !linux

package ring

import "os"

// anonymousFile returns a temporary file of size bytes.
func anonymousFile(size int64) (*os.File, error) { return temporaryFile(size) }
