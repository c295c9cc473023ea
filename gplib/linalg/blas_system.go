//go:build (linux || darwin) && (amd64 || arm64)

package linalg

import (
	"fmt"
	"os"
	"sync"

	"github.com/ebitengine/purego"
	"gonum.org/v1/gonum/blas"
	blasgonum "gonum.org/v1/gonum/blas/gonum"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"
)

// systemPaths are the libraries that "auto" tries, in this order.
var systemPaths = []string{
	"libopenblas.so.0",
	"libmkl_rt.so.2",
	"libopenblas.dylib",
	"/System/Library/Frameworks/Accelerate.framework/Accelerate",
}

const (
	// smallest is the number of multiplications under which a call of the
	// system library costs more than it saves.
	smallest = 32 * 32 * 32
	// tiledBelow is the number of multiplications of a product under which
	// the tiles of this package are as fast as one thread of the library, and
	// several threads cost more to wake than they save.
	tiledBelow = 1 << 20
	// aloneBelow is the order under which a factor or an inverse takes one
	// thread of the library less time than several.
	aloneBelow = 192
)

// routines are the entry points of a shared library: the C interface of
// BLAS, which knows row-major matrices, and the Fortran one of LAPACK.
type routines struct {
	dgemm func(order, transA, transB, m, n, k int32, alpha float64, a *float64, lda int32, b *float64, ldb int32, beta float64, c *float64, ldc int32)
	dsyrk func(order, uplo, trans, n, k int32, alpha float64, a *float64, lda int32, beta float64, c *float64, ldc int32)
	dtrsm func(order, side, uplo, trans, diag, m, n int32, alpha float64, a *float64, lda int32, b *float64, ldb int32)
	potrf func(uplo *byte, n *int32, a *float64, lda, info *int32)
	potri func(uplo *byte, n *int32, a *float64, lda, info *int32)
	syevd func(jobz, uplo *byte, n *int32, a *float64, lda *int32, w, work *float64, lwork, iwork, liwork, info *int32)
	// numThreads and setThreads are those of OpenBLAS; setThreads is nil in
	// other libraries and where threads, the number at the start, is 1.
	numThreads func() int32
	setThreads func(n int32)
	threads    int32
	// singles counts the calls that want one thread.
	guard   sync.Mutex
	singles int
}

// open loads a shared library. One that is in use is never unloaded.
func open(path string) (library, error) {
	handle, err := load(path)
	if err != nil {
		return library{}, err
	}
	r := &routines{}
	for name, f := range map[string]any{
		"cblas_dgemm": &r.dgemm,
		"cblas_dsyrk": &r.dsyrk,
		"cblas_dtrsm": &r.dtrsm,
		"dpotrf_":     &r.potrf,
		"dpotri_":     &r.potri,
		"dsyevd_":     &r.syevd,
	} {
		symbol, err := purego.Dlsym(handle, name)
		if err != nil {
			return library{}, fmt.Errorf("%s has no %s: %w", path, name, err)
		}
		purego.RegisterFunc(f, symbol)
	}
	r.findThreads(handle)
	return library{name: path, blas: systemBLAS{routines: r}, lapack: systemLAPACK{routines: r}, oneThread: r.oneThread}, nil
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

// coreOf is the name of OpenBLAS's kernels, empty for other libraries.
func coreOf(handle uintptr) string {
	symbol, err := purego.Dlsym(handle, "openblas_get_corename")
	if err != nil {
		return ""
	}
	var name func() string
	purego.RegisterFunc(&name, symbol)
	return name()
}

// findThreads looks up what sets the number of threads.
func (r *routines) findThreads(handle uintptr) {
	get, err := purego.Dlsym(handle, "openblas_get_num_threads")
	if err != nil {
		return
	}
	set, err := purego.Dlsym(handle, "openblas_set_num_threads")
	if err != nil {
		return
	}
	purego.RegisterFunc(&r.numThreads, get)
	if r.threads = r.numThreads(); r.threads > 1 {
		purego.RegisterFunc(&r.setThreads, set)
	}
}

// alone runs f, on matrices of order n, with one thread of the library where
// they are small. A call from another goroutine may then have one thread too:
// its result is the same.
func (r *routines) alone(n int, f func()) {
	if n >= aloneBelow {
		f()
		return
	}
	r.oneThread(f)
}

// oneThread runs f with one thread of the library.
func (r *routines) oneThread(f func()) {
	if r.setThreads == nil {
		f()
		return
	}
	r.single(1)
	defer r.single(-1)
	f()
}

// single adds to the calls that want one thread, and sets the number.
func (r *routines) single(more int) {
	r.guard.Lock()
	defer r.guard.Unlock()
	before := r.singles
	switch r.singles += more; {
	case before == 0:
		r.setThreads(1)
	case r.singles == 0:
		r.setThreads(r.threads)
	}
}

// systemBLAS is gonum's BLAS with the operations on matrices that take the
// time replaced. Small or invalid calls are left to gonum, which checks its
// arguments.
type systemBLAS struct {
	blasgonum.Implementation
	*routines
}

// C interface constants (the reference CBLAS, cblas.h).
const (
	rowMajor = 101
	noTrans  = 111
	trans    = 112
	upper    = 121
	lower    = 122
	nonUnit  = 131
	unit     = 132
	left     = 141
	right    = 142
)

func (s systemBLAS) Dgemm(tA, tB blas.Transpose, m, n, k int, alpha float64, a []float64, lda int, b []float64, ldb int, beta float64, c []float64, ldc int) {
	if !large(m, n, k) || !holds(a, lda, tA, m, k) || !holds(b, ldb, tB, k, n) || !holds(c, ldc, blas.NoTrans, m, n) {
		s.Implementation.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	if hasAVX2 && m*n*k < tiledBelow {
		blockedBLAS{}.Dgemm(tA, tB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
		return
	}
	s.dgemm(rowMajor, transpose(tA), transpose(tB), int32(m), int32(n), int32(k), alpha, &a[0], int32(lda), &b[0], int32(ldb), beta, &c[0], int32(ldc))
}

func (s systemBLAS) Dsyrk(ul blas.Uplo, t blas.Transpose, n, k int, alpha float64, a []float64, lda int, beta float64, c []float64, ldc int) {
	if !large(n, n, k) || !holds(a, lda, t, n, k) || !holds(c, ldc, blas.NoTrans, n, n) || !triangle(ul) {
		s.Implementation.Dsyrk(ul, t, n, k, alpha, a, lda, beta, c, ldc)
		return
	}
	s.dsyrk(rowMajor, half(ul), transpose(t), int32(n), int32(k), alpha, &a[0], int32(lda), beta, &c[0], int32(ldc))
}

func (s systemBLAS) Dtrsm(side blas.Side, ul blas.Uplo, tA blas.Transpose, d blas.Diag, m, n int, alpha float64, a []float64, lda int, b []float64, ldb int) {
	order, at := m, int32(left)
	if side == blas.Right {
		order, at = n, right
	}
	sided := side == blas.Left || side == blas.Right
	if !sided || !large(m, n, order) || !holds(a, lda, tA, order, order) || !holds(b, ldb, blas.NoTrans, m, n) ||
		!triangle(ul) || (d != blas.NonUnit && d != blas.Unit) {
		s.Implementation.Dtrsm(side, ul, tA, d, m, n, alpha, a, lda, b, ldb)
		return
	}
	diagonal := int32(nonUnit)
	if d == blas.Unit {
		diagonal = unit
	}
	s.dtrsm(rowMajor, at, half(ul), transpose(tA), diagonal, int32(m), int32(n), alpha, &a[0], int32(lda), &b[0], int32(ldb))
}

// systemLAPACK is gonum's LAPACK with the Cholesky factor and the inverse
// from it replaced.
type systemLAPACK struct {
	lapackgonum.Implementation
	*routines
}

func (s systemLAPACK) Dpotrf(ul blas.Uplo, n int, a []float64, lda int) bool {
	if !large(n, n, n) || !holds(a, lda, blas.NoTrans, n, n) || !triangle(ul) {
		return s.Implementation.Dpotrf(ul, n, a, lda)
	}
	return s.columnMajor(s.potrf, ul, n, a, lda)
}

func (s systemLAPACK) Dpotri(ul blas.Uplo, n int, a []float64, lda int) bool {
	if !large(n, n, n) || !holds(a, lda, blas.NoTrans, n, n) || !triangle(ul) {
		return s.Implementation.Dpotri(ul, n, a, lda)
	}
	return s.columnMajor(s.potri, ul, n, a, lda)
}

// columnMajor calls a Fortran routine on a symmetric matrix: the lower
// triangle by rows is the upper one by columns.
func (r *routines) columnMajor(f func(uplo *byte, n *int32, a *float64, lda, info *int32), ul blas.Uplo, n int, a []float64, lda int) bool {
	uplo, order, stride, info := byte('U'), int32(n), int32(lda), int32(0)
	if ul == blas.Upper {
		uplo = 'L'
	}
	r.alone(n, func() { f(&uplo, &order, &a[0], &stride, &info) })
	return info == 0
}

func large(m, n, k int) bool { return m > 0 && n > 0 && k > 0 && m*n*k >= smallest }

func triangle(ul blas.Uplo) bool { return ul == blas.Upper || ul == blas.Lower }

func transpose(t blas.Transpose) int32 {
	if t == blas.NoTrans {
		return noTrans
	}
	return trans
}

func half(ul blas.Uplo) int32 {
	if ul == blas.Upper {
		return upper
	}
	return lower
}

// symmetricEigen calls dsyevd: a matrix is symmetric by rows and by columns,
// and its eigenvectors by columns are rows here.
func (s systemLAPACK) symmetricEigen(values, a []float64, n int) bool {
	if !large(n, n, n) {
		return gonumEigen(values, a, n)
	}
	vectors, uplo, order, info := byte('V'), byte('U'), int32(n), int32(0)
	work, iwork, query := make([]float64, 1), make([]int32, 1), int32(-1)
	s.syevd(&vectors, &uplo, &order, &a[0], &order, &values[0], &work[0], &query, &iwork[0], &query, &info)
	if info != 0 {
		return false
	}
	size, isize := int32(work[0]), iwork[0]
	work, iwork = make([]float64, size), make([]int32, isize)
	s.syevd(&vectors, &uplo, &order, &a[0], &order, &values[0], &work[0], &size, &iwork[0], &isize, &info)
	return info == 0
}
