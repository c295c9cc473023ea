//go:build ((linux && !static) || darwin) && (amd64 || arm64)

package linalg

import (
	"os"
	"testing"

	"github.com/ebitengine/purego"
)

func TestOpenBLASHasOneThreadAndKernelsForTheProcessor(t *testing.T) {
	const path = "libopenblas.so.0"
	if _, err := open(path); err != nil {
		t.Skip("no OpenBLAS")
	}
	handle, err := dlopen(path)
	if err != nil {
		t.Fatal(err)
	}
	if core := coreOf(handle); core == "" || core == unknownCore && hasAVX2 && os.Getenv(coreType) == "" {
		t.Errorf("the library in use has the kernels %q", core)
	}
	symbol, err := purego.Dlsym(handle, "openblas_get_num_threads")
	if err != nil {
		t.Fatal(err)
	}
	var threads func() int32
	purego.RegisterFunc(&threads, symbol)
	if n := threads(); n != 1 && os.Getenv("OPENBLAS_NUM_THREADS") == "" {
		t.Errorf("OpenBLAS has %d threads, want 1", n)
	}
}
