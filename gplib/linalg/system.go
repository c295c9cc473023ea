//go:build ((linux && !static) || darwin) && (amd64 || arm64)

package linalg

import (
	"fmt"
	"os"
	"unsafe"

	"github.com/ebitengine/purego"
)

// systemPaths are the libraries that "auto" tries, in this order. The first, macOS's own, is the
// only one that computes in Apple's matrix units.
var systemPaths = []string{
	"/System/Library/Frameworks/Accelerate.framework/Accelerate",
	"libopenblas.so.0",
	"libmkl_rt.so.2",
	"libopenblas.dylib",
}

// routines are the entry points of a shared library: the C interface of BLAS, which
// supports row-major matrices, and the Fortran one of LAPACK.
type routines struct {
	dgemm func(order, transA, transB, m, n, k int32, alpha float64, a *float64, lda int32, b *float64, ldb int32, beta float64, c *float64, ldc int32)
	dtrsm func(order, side, uplo, trans, diag, m, n int32, alpha float64, a *float64, lda int32, b *float64, ldb int32)
	potrf func(uplo *byte, n *int32, a *float64, lda, info *int32)
	syevd func(jobz, uplo *byte, n *int32, a *float64, lda *int32, w, work *float64, lwork, iwork, liwork, info *int32)
}

// oneThread are the environment variables, read when a library is loaded, that make it leave the
// processors to package parallel: its own threads wait for one another in busy loops, which on a
// busy machine takes several times as long as the work.
var oneThread = []string{
	"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
}

// open loads a shared library. One that is in use is never unloaded.
func open(path string) (library, error) {
	defer setAll(oneThread, "1")()
	handle, err := load(path)
	if err != nil {
		return library{}, err
	}
	r := &routines{}
	for name, f := range map[string]any{
		"cblas_dgemm": &r.dgemm,
		"cblas_dtrsm": &r.dtrsm,
		"dpotrf_":     &r.potrf,
		"dsyevd_":     &r.syevd,
	} {
		symbol, err := purego.Dlsym(handle, name)
		if err != nil {
			return library{}, fmt.Errorf("%s has no %s: %w", path, name, err)
		}
		purego.RegisterFunc(f, symbol)
	}
	name := path
	if core := coreOf(handle); core != "" {
		name += " (" + core + ")"
	}
	return library{name: name, kernels: r.kernels(path), eigen: r.symmetricEigen}, nil
}

func dlopen(path string) (uintptr, error) {
	return purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

// OpenBLAS takes its kernels by the model of the processor, or by name from an
// environment variable that it reads when it is loaded.
const (
	coreType     = "OPENBLAS_CORETYPE"
	unknownCore  = "Prescott" // kernels of 2004, for models younger than the library
	coreWithAVX2 = "Haswell"  // three times as fast
)

// load loads a shared library. An OpenBLAS that does not know the processor is
// loaded again with the kernels for what the processor has.
func load(path string) (handle uintptr, err error) {
	if handle, err = dlopen(path); err != nil || !hasAVX2 || os.Getenv(coreType) != "" || coreOf(handle) != unknownCore {
		return handle, err
	}
	if err := purego.Dlclose(handle); err != nil {
		return 0, err
	}
	if err := os.Setenv(coreType, coreWithAVX2); err != nil {
		return 0, err
	}
	defer os.Unsetenv(coreType)
	return dlopen(path)
}

// coreOf returns the name of OpenBLAS's kernels, empty for other libraries.
func coreOf(handle uintptr) string {
	symbol, err := purego.Dlsym(handle, "openblas_get_corename")
	if err != nil {
		return ""
	}
	var name func() string
	purego.RegisterFunc(&name, symbol)
	return name()
}

// setAll sets environment variables that are not set, and returns a function that
// undoes it.
func setAll(names []string, value string) (undo func()) {
	var set []string
	for _, name := range names {
		if os.Getenv(name) == "" && os.Setenv(name, value) == nil {
			set = append(set, name)
		}
	}
	return func() {
		for _, name := range set {
			os.Unsetenv(name)
		}
	}
}

// C interface constants (the reference CBLAS, cblas.h).
const (
	rowMajor = 101
	noTrans  = 111
	trans    = 112
	lower    = 122
	nonUnit  = 131
	left     = 141
)

// librarySide is the order of the tiles that a library works on: a call takes some microseconds.
const librarySide = 96

// kernels returns products and solves by the library.
func (r *routines) kernels(name string) *kernels {
	return &kernels{
		name: name, rows: librarySide, cols: librarySide, side: portable.side,
		multiply: r.multiply, solve: r.solve, factor: r.factor,
		transpose: portable.transpose, copyRows: copyWideRows,
	}
}

// multiply implements kernels.multiply.
func (r *routines) multiply(k int, a *float64, aRow, aStep int, b *float64, bStep int, alpha float64, c *float64, cRow int) {
	t, stride := leading(aRow, aStep)
	r.dgemm(rowMajor, t, noTrans, librarySide, librarySide, int32(k), alpha, a, stride, b, int32(bStep), 1, c, int32(cRow))
}

// solve implements kernels.solve.
func (r *routines) solve(l *float64, lRow, lStep int, _ *float64, x *float64, xRow int) {
	_, stride := leading(lRow, lStep)
	r.dtrsm(rowMajor, left, lower, noTrans, nonUnit, librarySide, librarySide, 1, l, stride, x, int32(xRow))
}

// leading returns the BLAS description of a matrix by rows or by columns.
func leading(row, step int) (t, stride int32) {
	if step == 1 {
		return noTrans, int32(row)
	}
	return trans, int32(step)
}

// factor implements kernels.factor: the lower triangle by rows is the upper one by
// columns.
func (r *routines) factor(a *float64, stride int) bool {
	uplo, n, lda, info := byte('U'), int32(librarySide), int32(stride), int32(0)
	r.potrf(&uplo, &n, a, &lda, &info)
	return info == 0
}

// copyWideRows implements kernels.copyWideRows.
func copyWideRows(rows int, dst *float64, src *float64, srcRow int) {
	for i := range rows {
		copy(unsafe.Slice(at(dst, i*librarySide), librarySide), unsafe.Slice(at(src, i*srcRow), librarySide))
	}
}

// eigenFrom is the order from which the library's eigenvalues are worth a call.
const eigenFrom = 32

// symmetricEigen calls dsyevd: a matrix is symmetric by rows and by columns,
// and its eigenvectors by columns are rows here.
func (r *routines) symmetricEigen(values, a []float64, n int) bool {
	if n < eigenFrom {
		return gonumEigen(values, a, n)
	}
	vectors, uplo, order, info := byte('V'), byte('U'), int32(n), int32(0)
	work, iwork, query := make([]float64, 1), make([]int32, 1), int32(-1)
	r.syevd(&vectors, &uplo, &order, &a[0], &order, &values[0], &work[0], &query, &iwork[0], &query, &info)
	if info != 0 {
		return false
	}
	size, isize := int32(work[0]), iwork[0]
	work, iwork = make([]float64, size), make([]int32, isize)
	r.syevd(&vectors, &uplo, &order, &a[0], &order, &values[0], &work[0], &size, &iwork[0], &isize, &info)
	return info == 0
}
