package worker

import (
	"context"
	"regexp"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"krigo/interp/internal/wire"
)

// cellLabel is the profiler label of a cell's goroutines. Each goroutine inherits it from
// the one that starts it, in compiled code too.
const cellLabel = "krigo cell"

// labelled finds the state and the label in the head of a goroutine's trace:
//
//	goroutine 7 [chan receive, 2 minutes labels:{"krigo cell": "3"}]:
var labelled = regexp.MustCompile(`^goroutine \d+ .*\[(.*) labels:\{.*"` + cellLabel + `": "(\d+)".*\}\]:`)

// labelsOf returns a context with the label of a cell.
func labelsOf(number int) context.Context {
	return pprof.WithLabels(context.Background(), pprof.Labels(cellLabel, strconv.Itoa(number)))
}

// label makes the calling goroutine, and those that it starts, the cell's.
func (c *turn) label() {
	pprof.SetGoroutineLabels(c.labels)
	c.labelled.Store((*byte)(goroutineLabels()))
}

// isMine reports whether the calling goroutine, or the one that started it, has the label
// of this evaluation.
func (c *turn) isMine() bool {
	own := (*byte)(goroutineLabels())
	if own == nil {
		return false
	}
	if own == c.labelled.Load() {
		return true
	}
	for k := c.kept.Load(); k != nil; k = k.outer {
		if own == k.labels {
			return true
		}
	}
	return false
}

// unlabel makes the calling goroutine no cell's.
func unlabel() { pprof.SetGoroutineLabels(context.Background()) }

// goroutineLabels identifies the labels of the calling goroutine in a few
// nanoseconds, where a trace that shows them takes microseconds. It is the
// function that runtime/pprof has of the runtime, which promises to keep it
// as it is (go.dev/issue/67401).
//
//go:linkname goroutineLabels runtime/pprof.runtime_getProfLabel
func goroutineLabels() unsafe.Pointer

// labelOf returns the state of a goroutine and the number of its cell, 0 where
// it belongs to none.
func labelOf(trace string) (state string, number int) {
	m := labelled.FindStringSubmatch(trace)
	if m == nil {
		return "", 0
	}
	number, err := strconv.Atoi(m[2])
	if err != nil {
		return "", 0
	}
	return m[1], number
}

// ownLabel returns the number of the calling goroutine's cell, or 0.
func ownLabel() int {
	buffer := make([]byte, 256)
	_, number := labelOf(string(buffer[:runtime.Stack(buffer, false)]))
	return number
}

// stray returns the number of the caller's cell if that may not be the current cell: for
// a handler, or a goroutine that a cell left behind. It is 0 otherwise.
func (w *worker) stray() int {
	if w.running().isMine() {
		return 0
	}
	if h := w.handlers.mine(); h != nil {
		return h.number
	}
	return ownLabel()
}

// callersCell returns the number of the cell that the calling goroutine belongs to, or 0.
func (w *worker) callersCell() int {
	if c := w.running(); c.isMine() {
		return c.number
	}
	return w.stray()
}

// jobs lists the goroutines that cells have left behind, oldest cell first.
func (w *worker) jobs() []wire.Job {
	var jobs []wire.Job
	for trace := range strings.SplitSeq(string(stacks()), "\n\n") {
		if state, number := labelOf(trace); number != 0 {
			jobs = append(jobs, wire.Job{Cell: number, State: state})
		}
	}
	slices.SortStableFunc(jobs, func(a, b wire.Job) int { return a.Cell - b.Cell })
	return jobs
}
