//go:build amd64 || arm64

package gotype

import "unsafe"

// stubsCode returns the code of the first stub; the others follow at stubStride.
// Each jumps to its closure in slots, with all arguments as they are.
func stubsCode() unsafe.Pointer

// stubCode returns the code of a stub.
func stubCode(i int) unsafe.Pointer { return unsafe.Add(stubsCode(), uintptr(i)*stubStride) }

// checkNilCode returns the code of a wrapper that calls target with the receiver,
// and null where that is nil.
func checkNilCode() unsafe.Pointer

// dereferenceCode returns the code of a wrapper that calls target with what the
// receiver points to, and null where that is nil.
func dereferenceCode() unsafe.Pointer

// poolSize is the number of stubs. The assembly knows it.
const poolSize = 32768

const stubsSupported = true
