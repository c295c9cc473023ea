package linalg

import (
	"fmt"
	"os"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Variable is the environment variable that chooses the BLAS and LAPACK:
// "auto" (the default) takes a system library where there is one, "gonum"
// the pure Go one, and anything else is the path of a shared library, such
// as /usr/lib/libopenblas.so.0.
const Variable = "KRIGO_BLAS"

// library is an implementation of the dense operations.
type library struct {
	name   string
	blas   blas.Float64
	lapack lapack.Float64
	// oneThread, where not nil, runs f with one thread of the library.
	oneThread func(f func())
	// problem tells why the library that the user asked for is not in use.
	problem error
}

// inUse chooses the library once, at its first use: loading one takes
// time and threads that a program which never factorises need not spend.
var inUse = sync.OnceValue(func() library { return choose(os.Getenv(Variable)) })

// choose loads what setting asks for, and gonum where that fails.
func choose(setting string) library {
	switch setting {
	case "gonum":
		return gonumLibrary()
	case "", "auto":
		for _, path := range systemPaths {
			if l, err := open(path); err == nil {
				return l
			}
		}
		return gonumLibrary()
	}
	l, err := open(setting)
	if err != nil {
		l = gonumLibrary()
		l.problem = fmt.Errorf("linalg: %s=%s: %w", Variable, setting, err)
	}
	return l
}

func gonumLibrary() library {
	return library{name: "gonum", blas: blockedBLAS{}, lapack: blockedLAPACK{}}
}

// BLAS names the library in use: "gonum", or the path of a system library.
// The error tells why a library that [Variable] names could not be loaded;
// gonum is in use then.
func BLAS() (string, error) {
	l := inUse()
	return l.name, l.problem
}

// OneThread runs f, whose goroutines keep the processors busy, with one thread of
// the system library: its own threads would be in their way. The last bits of a
// result do not depend on the number of processors then.
func OneThread(f func()) {
	if l := inUse(); l.oneThread != nil {
		l.oneThread(f)
		return
	}
	f()
}

// Register makes gonum's blas64, lapack64 and mat use the library that this
// package uses. Call it at the start of a program, before other goroutines
// use gonum.
func Register() {
	l := inUse()
	blas64.Use(l.blas)
	lapack64.Use(l.lapack)
}
