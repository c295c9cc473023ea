//go:build !amd64 && !arm64 && !wasm

package gotype

import "unsafe"

// There are no stubs for this machine: [Check] says so, and no types are made.
const (
	stubsSupported = false
	poolSize       = 1
)

func stubCode(int) unsafe.Pointer     { return nil }
func checkNilCode() unsafe.Pointer    { return nil }
func dereferenceCode() unsafe.Pointer { return nil }
