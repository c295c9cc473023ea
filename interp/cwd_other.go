//go:build !linux

package interp

import "errors"

// workingDirectory would be the directory that a process is in.
func workingDirectory(int) (string, error) {
	return "", errors.ErrUnsupported
}
