//go:build !linux

package ring

import "os"

// anonymousFile is a temporary file.
func anonymousFile() (*os.File, error) { return temporaryFile() }
