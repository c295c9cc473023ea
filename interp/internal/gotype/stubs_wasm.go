package gotype

import "unsafe"

//go:generate go run ./gen

// stubsTable returns the codes of the stubs: functions of WebAssembly have numbers, and no distance.
func stubsTable() *[poolSize]unsafe.Pointer

// stubCode returns the code of a stub, which jumps to its closure in slots, with all arguments as they are.
func stubCode(i int) unsafe.Pointer { return stubsTable()[i] }

// checkNilCode returns the code of a wrapper that calls target with the receiver,
// and null where that is nil.
func checkNilCode() unsafe.Pointer

// dereferenceCode returns the code of a wrapper that calls target with what the
// receiver points to, and null where that is nil.
func dereferenceCode() unsafe.Pointer

// poolSize is the number of stubs. The assembly has a function for each, so there are fewer than elsewhere.
const poolSize = 4096

const stubsSupported = true
