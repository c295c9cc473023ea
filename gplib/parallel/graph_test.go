package parallel_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"krigo/gplib/parallel"
	"krigo/internal/testwait"
)

// history has each task append its number to what it writes, and the sum of what it
// reads, so that any other order than the program's leaves other numbers.
func history(g *parallel.Graph, tasks, data int, add func(urgency int, run func(), w *parallel.Datum, reads ...*parallel.Datum)) [][]int {
	rng := rand.New(rand.NewPCG(5, 5))
	values, marks := make([][]int, data), make([]parallel.Datum, data)
	for k := range tasks {
		w, x, y := rng.IntN(data), rng.IntN(data), rng.IntN(data)
		add(rng.IntN(5), func() {
			runtime.Gosched()
			values[w] = append(values[w], k, len(values[x]), len(values[y]))
		}, &marks[w], &marks[x], &marks[y])
	}
	return values
}

func TestGraphIsTheProgramThatAddsItsTasks(t *testing.T) {
	want := history(nil, 500, 9, func(_ int, run func(), _ *parallel.Datum, _ ...*parallel.Datum) { run() })
	for _, procs := range []int{1, 2, 7} {
		for range 20 {
			before := runtime.GOMAXPROCS(procs)
			var g parallel.Graph
			got := history(&g, 500, 9, g.Add)
			err := g.Run(t.Context())
			runtime.GOMAXPROCS(before)
			if err != nil || !slices.EqualFunc(got, want, slices.Equal[[]int]) {
				t.Fatalf("%d processors: %v, other than the program", procs, err)
			}
		}
	}
}

func TestGraphRunsTheMostUrgentFirst(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var g parallel.Graph
	var order []int
	marks := make([]parallel.Datum, 6)
	for k, urgency := range []int{3, 1, 2, 0, 1, 3} {
		g.Add(urgency, func() { order = append(order, k) }, &marks[k])
	}
	if err := g.Run(t.Context()); err != nil || !slices.Equal(order, []int{3, 1, 4, 2, 0, 5}) {
		t.Errorf("%v (%v)", order, err)
	}
}

func TestGraphStopsBetweenTasks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var g parallel.Graph
	var d parallel.Datum
	ran := 0
	for range 10 {
		g.Add(0, func() {
			if ran++; ran == 3 {
				cancel()
				testwait.Until(t, "the graph to be stopped, by another goroutine", g.Stopped)
			}
		}, &d)
	}
	if err := g.Run(ctx); !errors.Is(err, context.Canceled) || ran != 3 {
		t.Errorf("%d tasks ran, want 3: %v", ran, err)
	}
}

func TestGraphStoppedByATaskIsNoError(t *testing.T) {
	var g parallel.Graph
	var d parallel.Datum
	ran := 0
	for range 10 {
		g.Add(0, func() {
			if ran++; ran == 3 {
				g.Stop()
			}
		}, &d)
	}
	if err := g.Run(t.Context()); err != nil || ran != 3 {
		t.Errorf("%d tasks ran, want 3: %v", ran, err)
	}
}

func TestGraphPassesPanicsOn(t *testing.T) {
	for culprit := range 30 {
		var g parallel.Graph
		marks := make([]parallel.Datum, 30)
		for k := range 30 {
			g.Add(0, func() {
				runtime.Gosched()
				if k == culprit {
					panic(k)
				}
			}, &marks[k])
		}
		if got := panicOf(func() { g.Run(t.Context()) }); got != culprit {
			t.Errorf("the panic is %v, want %d", got, culprit)
		}
	}
}

func TestNestedLoopsRunAllInAFewGoroutines(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	var calls, at, most atomic.Int64
	parallel.Each(10, true, func(int) {
		parallel.Each(10, true, func(int) {
			n := at.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			time.Sleep(time.Millisecond)
			calls.Add(1)
			at.Add(-1)
		})
	})
	if calls.Load() != 100 || most.Load() > 8 {
		t.Errorf("%d calls, want 100, of which %d at once, want at most 8: one a processor, and callers that stop waiting", calls.Load(), most.Load())
	}
}
