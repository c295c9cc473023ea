package linalg

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Variable is the environment variable that chooses the kernels: "auto" (the default)
// takes this package's assembly where the processor has its vector instructions
// (AVX-512, AVX2 with FMA, NEON), else a system library, else the kernels in Go; on
// Apple's own processors a system library comes first, since Accelerate computes in
// their matrix units. "gonum" uses no system library, and anything else is the path of
// a shared library, such as /usr/lib/libopenblas.so.0.
const Variable = "KRIGO_BLAS"

// library is an implementation of the dense operations.
type library struct {
	name    string
	kernels *kernels
	eigen   eigen
	// problem says why the library that the user asked for is not in use.
	problem error
}

// inUse chooses the library once, at its first use: programs that never factorise need
// not spend the time to load one.
var inUse = sync.OnceValue(func() library {
	l := choose(os.Getenv(Variable))
	kernel = l.kernels
	return l
})

// kernel is the set in use, after inUse.
var kernel = bestKernels()

// choose loads the library of the setting, and uses none of the system if that fails.
func choose(setting string) library {
	switch setting {
	case "gonum":
		return ownLibrary(gonumEigen)
	case "", "auto":
		if bestKernels() != portable && !matrixUnits {
			return ownLibrary(systemEigen)
		}
		if l, err := openAny(); err == nil {
			return l
		}
		return ownLibrary(gonumEigen)
	}
	l, err := open(setting)
	if err != nil {
		l = ownLibrary(gonumEigen)
		l.problem = fmt.Errorf("linalg: %s=%s: %w", Variable, setting, err)
	}
	return l
}

// matrixUnits reports whether the processor has units for products of matrices, which only the
// system's library reaches.
const matrixUnits = runtime.GOOS == "darwin" && runtime.GOARCH == "arm64"

func ownLibrary(e eigen) library {
	k := bestKernels()
	return library{name: "krigo (" + k.name + ")", kernels: k, eigen: e}
}

var errNoLibrary = errors.New("system libraries cannot be loaded on this platform")

// openAny loads the first available system library.
func openAny() (l library, err error) {
	err = errNoLibrary
	for _, path := range systemPaths {
		if l, err = open(path); err == nil {
			return l, nil
		}
	}
	return library{}, err
}

// systemEigen calls the eigen of the first system library, or gonum's.
func systemEigen(values, a []float64, n int) bool { return systemEigenOnce()(values, a, n) }

var systemEigenOnce = sync.OnceValue(func() eigen {
	if l, err := openAny(); err == nil {
		return l.eigen
	}
	return gonumEigen
})

// BLAS names the kernels in use: "krigo (AVX-512)", "krigo (AVX2)",
// "krigo (NEON)", "krigo (Go)", or the path of a system library, for OpenBLAS with its kernels:
// "libopenblas.so.0 (Haswell)". The error says why a library that [Variable] names could not be
// loaded; krigo's are in use then.
func BLAS() (string, error) {
	l := inUse()
	return l.name, l.problem
}

// Register makes gonum's blas64, lapack64 and mat use the kernels that this
// package uses. Call it at the start of a program, before other goroutines
// use gonum.
func Register() {
	inUse()
	blas64.Use(tiledBLAS{})
	lapack64.Use(tiledLAPACK{})
}

// products returns the BLAS in use.
func products() tiledBLAS {
	inUse()
	return tiledBLAS{}
}
