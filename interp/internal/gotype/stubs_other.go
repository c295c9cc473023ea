//go:build !amd64 && !arm64

package gotype

import "unsafe"

// There are no stubs for this machine: [Check] says so, and no types are made.
const (
	stubsSupported = false
	stubStride     = 1
	poolSize       = 1
)

func stubsCode() unsafe.Pointer       { return nil }
func checkNilCode() unsafe.Pointer    { return nil }
func dereferenceCode() unsafe.Pointer { return nil }
