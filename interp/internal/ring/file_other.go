//go:build !linux

package ring

import "os"

// anonymousFile is a temporary file whose name is gone already.
func anonymousFile() (*os.File, error) {
	f, err := os.CreateTemp("", "krigo-text-")
	if err != nil {
		return nil, err
	}
	return f, os.Remove(f.Name())
}
