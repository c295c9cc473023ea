//go:build !((linux || darwin) && (amd64 || arm64))

package linalg

import "errors"

// systemPaths is empty where no system library can be loaded.
var systemPaths []string

func open(string) (library, error) {
	return library{}, errors.New("system libraries cannot be loaded on this platform")
}
