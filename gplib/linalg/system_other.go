//go:build !(((linux && !static) || darwin) && (amd64 || arm64))

package linalg

// systemPaths is empty where no system library can be loaded.
var systemPaths []string

func open(string) (library, error) { return library{}, errNoLibrary }
