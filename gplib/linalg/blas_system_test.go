//go:build (linux || darwin) && (amd64 || arm64)

package linalg

import (
	"os"
	"testing"

	"gonum.org/v1/gonum/blas"
)

func TestSmallFactorsLeaveTheLibraryItsThreads(t *testing.T) {
	l := system(t).lapack.(systemLAPACK)
	if l.setThreads == nil {
		t.Skip("the library has one thread, or no way to set them")
	}
	l.setThreads(2)
	defer l.setThreads(l.threads)
	l.routines = &routines{potrf: l.potrf, numThreads: l.numThreads, setThreads: l.setThreads, threads: 2}
	within := int32(0)
	l.alone(aloneBelow-1, func() { within = l.numThreads() })
	if !l.Dpotrf(blas.Lower, 100, dominant(100, 100), 100) || within != 1 || l.numThreads() != 2 {
		t.Errorf("%d threads within, want 1, and %d after, want 2", within, l.numThreads())
	}
	l.alone(aloneBelow, func() { within = l.numThreads() })
	if within != 2 {
		t.Errorf("%d threads at order %d, want 2", within, aloneBelow)
	}
	l.oneThread(func() {
		l.alone(aloneBelow-1, func() {})
		within = l.numThreads()
	})
	if within != 1 || l.numThreads() != 2 {
		t.Errorf("%d threads after a small factor within, want 1, and %d after, want 2", within, l.numThreads())
	}
}

func TestOpenBLASHasKernelsForTheProcessor(t *testing.T) {
	system(t)
	handle, err := dlopen(systemPaths[0])
	if err != nil {
		t.Skip("no OpenBLAS")
	}
	if core := coreOf(handle); core == "" || core == unknownCore && hasAVX2 && os.Getenv(coreType) == "" {
		t.Errorf("the library in use has the kernels %q", core)
	}
}
