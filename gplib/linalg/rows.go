package linalg

import (
	"runtime"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// RowBlock is the number of rows that [ForRows] hands out at once.
	RowBlock = 32
	// serialBelow is the number of elements under which a second goroutine
	// costs more than it saves.
	serialBelow = 4096
)

// ForRows splits n rows of elements elements in all into blocks of RowBlock
// and calls work(block, lo, hi) for each, as [ForBlocks] does. The blocks do
// not depend on the number of goroutines, so that sums kept by block do not
// either.
func ForRows(n, elements int, start func() (work func(block, lo, hi int))) {
	blocks := (n + RowBlock - 1) / RowBlock
	ForBlocks(blocks, elements, func() func(int) {
		work := start()
		return func(b int) { work(b, b*RowBlock, min((b+1)*RowBlock, n)) }
	})
}

// ForBlocks calls work(block) for each of blocks blocks, which have elements
// elements in all, from several goroutines where there are many elements.
// start is called once in each goroutine and returns its work, which may own
// scratch memory.
func ForBlocks(blocks, elements int, start func() (work func(block int))) {
	var next atomic.Int64
	run := func() {
		work := start()
		for {
			b := int(next.Add(1)) - 1
			if b >= blocks {
				return
			}
			work(b)
		}
	}
	workers := min(runtime.GOMAXPROCS(0), blocks)
	if elements < serialBelow {
		workers = min(workers, 1)
	}
	var wg sync.WaitGroup
	for range workers - 1 {
		wg.Go(run)
	}
	if workers > 0 {
		run()
	}
	wg.Wait()
}

// MirrorLower copies the lower triangle of the square matrix a to the upper
// one, by blocks that stay in the cache.
func MirrorLower(a *mat.Dense) {
	raw := a.RawMatrix()
	if raw.Rows <= mirrorSerial {
		for first := 0; first < raw.Rows; first += RowBlock {
			mirrorRows(raw, first, min(first+RowBlock, raw.Rows))
		}
		return
	}
	ForRows(raw.Rows, raw.Rows*raw.Rows/2, func() func(_, lo, hi int) {
		return func(_, first, last int) { mirrorRows(raw, first, last) }
	})
}

// mirrorSerial is the order up to which copying costs less than goroutines.
const mirrorSerial = 256

// mirrorRows copies rows [first, last) of the lower triangle.
func mirrorRows(a blas64.General, first, last int) {
	for lo := 0; lo < last; lo += RowBlock {
		for j := lo; j < min(lo+RowBlock, last); j++ {
			for i := max(first, j+1); i < last; i++ {
				a.Data[j*a.Stride+i] = a.Data[i*a.Stride+j]
			}
		}
	}
}
