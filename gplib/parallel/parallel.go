// Package parallel is the common run time for everything in gplib that uses several
// processors: loops over blocks of rows, runs of whole fits, and graphs of tasks on
// tiles of matrices.
//
// All share the processors: a loop with enough work for several goroutines recruits
// another while a processor is free, as runtime.GOMAXPROCS counts them. So restarts
// that factorise matrices do not start more goroutines than there are processors, and
// the last restart gets those of the others. Nothing spins. No result depends on the
// number of goroutines.
package parallel

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"krigo/internal/panictrace"
)

// recruits is the number of goroutines at work besides the callers of this package.
var recruits atomic.Int64

// recruit reports whether another goroutine may start, which must call dismiss.
func recruit() bool {
	limit := int64(runtime.GOMAXPROCS(0)) - 1
	for {
		n := recruits.Load()
		if n >= limit {
			return false
		}
		if recruits.CompareAndSwap(n, n+1) {
			return true
		}
	}
}

// dismiss ends a recruit, or lends the processor of a caller that waits.
func dismiss() { recruits.Add(-1) }

// resume takes back the processor that a caller lent.
func resume() { recruits.Add(1) }

// crew is the caller of a loop and its recruits. Each runs the same function until
// nothing is left to do.
type crew struct {
	group  sync.WaitGroup
	guard  sync.Mutex
	failed any // what a recruit panicked with
	resume func()
}

// help lets a recruit run work if a processor is free.
func (c *crew) help(work func()) {
	if !recruit() {
		return
	}
	c.group.Go(func() {
		defer dismiss()
		defer func() {
			if p := recover(); p != nil {
				c.guard.Lock()
				defer c.guard.Unlock()
				c.failed, c.resume = p, panictrace.Recovered()
			}
		}()
		work()
	})
}

// wait returns when all recruits have ended. It panics with a panic of theirs.
func (c *crew) wait() {
	dismiss()
	c.group.Wait()
	resume()
	if c.failed != nil {
		c.resume()
		panic(c.failed)
	}
}

// loop calls the function that start returns with 0 to n-1, in the caller and in
// recruits, until ctx ends. start is called once in each goroutine.
func loop(ctx context.Context, n int, start func() func(k int)) {
	var c crew
	var next atomic.Int64
	var run func()
	run = func() {
		work := start()
		for {
			k := int(next.Add(1)) - 1
			if k >= n || ctx.Err() != nil {
				return
			}
			if k+1 < n {
				c.help(run)
			}
			work(k)
		}
	}
	defer c.wait()
	run()
}

// Each calls do(0) to do(n-1): if together, as many at the same time as there are processors,
// else in order. The calls must not depend on one another. Each panics with a panic of theirs.
func Each(n int, together bool, do func(k int)) {
	if together && n > 1 {
		loop(context.Background(), n, func() func(int) { return do })
		return
	}
	for k := range n {
		do(k)
	}
}

const (
	// RowBlock is the number of rows that [Rows] hands out at once.
	RowBlock = 32
	// serialBelow is the number of elements under which a second goroutine
	// costs more than it saves.
	serialBelow = 4096
)

// Rows splits n rows of elements elements in all into blocks of RowBlock
// and calls work(block, lo, hi) for each, as [Blocks] does. The blocks do
// not depend on the number of goroutines, so that sums kept by block do not
// either.
func Rows(n, elements int, start func() (work func(block, lo, hi int))) {
	_ = RowsContext(context.Background(), n, elements, start)
}

// RowsContext does [Rows], but stops between blocks when ctx ends and returns its
// error.
func RowsContext(ctx context.Context, n, elements int, start func() (work func(block, lo, hi int))) error {
	blocks := (n + RowBlock - 1) / RowBlock
	return BlocksContext(ctx, blocks, elements, func() func(int) {
		work := start()
		return func(b int) { work(b, b*RowBlock, min((b+1)*RowBlock, n)) }
	})
}

// Blocks calls work(block) for each of blocks blocks, which have elements
// elements in all, from several goroutines where there are many elements.
// start is called once in each goroutine and returns its work, which may own
// scratch memory.
func Blocks(blocks, elements int, start func() (work func(block int))) {
	_ = BlocksContext(context.Background(), blocks, elements, start)
}

// BlocksContext does [Blocks], but stops between blocks when ctx ends and returns its
// error.
func BlocksContext(ctx context.Context, blocks, elements int, start func() (work func(block int))) error {
	switch {
	case elements >= serialBelow && blocks > 1:
		loop(ctx, blocks, start)
	case blocks > 0:
		work := start()
		for b := range blocks {
			work(b)
		}
	}
	return ctx.Err()
}
