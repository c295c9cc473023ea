package interp_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/ssa"

	"krigo/interp/machine/lower"
	"krigo/interp/static"
)

// faultyWorld panics when functions of a package of the compiler ask it, from a certain question on.
type faultyWorld struct {
	static.World
	mu    sync.Mutex
	by    string // how the names of the functions begin; none if empty
	after int    // questions that are answered first
	asked int
}

// faulty makes the questions of functions panic, after some. It reports whether earlier ones have.
func (w *faultyWorld) faulty(by string, after int) (failed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	failed = w.asked > w.after
	w.by, w.after, w.asked = by, after, 0
	return failed
}

func (w *faultyWorld) Instance(path, name string, args []string) (pkg, symbol string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.by != "" && askedBy(w.by) {
		if w.asked++; w.asked > w.after {
			panic("injected")
		}
	}
	return w.World.Instance(path, name, args)
}

// askedBy reports whether a function whose name begins so is on the stack.
func askedBy(prefix string) bool {
	pcs := make([]uintptr, 200)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, prefix) {
			return true
		}
		if !more {
			return false
		}
	}
}

// sabotaged begins the names of functions on which the compiler to the machine fails in this test.
const sabotaged = "sabotaged"

func init() {
	lower.Inject = func(f *ssa.Function) {
		if strings.HasPrefix(f.Name(), sabotaged) {
			panic("injected")
		}
	}
}

// A function on which the compiler to the machine fails is interpreted, and the fault is logged.
func TestFaultOfTheMachinesCompilerCostsOnlySpeed(t *testing.T) {
	t.Parallel()
	o := options(t)
	var log bytes.Buffer
	o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))
	s := start(t, o)
	want(t, s, "func sabotagedDouble(x float64) float64 { return 2 * x }\nfunc half(x float64) float64 { return x / 2 }\nhalf(sabotagedDouble(3))", "3")
	if got := log.String(); !strings.Contains(got, "main.sabotagedDouble") || !strings.Contains(got, "injected") || strings.Contains(got, "half") {
		t.Errorf("the log is %q", got)
	}
	got, err := eval(t, s, "%fast sabotagedDouble")
	if err != nil || !strings.Contains(got, "it cannot be compiled because of a fault in krigo: injected") {
		t.Errorf("%%fast shows %q, %v", got, err)
	}
	log.Reset()
	want(t, s, "func quadruple(x float64) float64 { return 2 * sabotagedDouble(x) }\nquadruple(3)", "12")
	if log.Len() > 0 {
		t.Errorf("the log of a later cell is %q", log.String())
	}
}

// A cell that is refused because the compiler fails leaves nothing behind, wherever that was: the same cell runs when
// the fault is gone.
func TestFaultOfTheCompilerLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	o := options(t)
	world := &faultyWorld{World: o.Symbols}
	o.Symbols = world
	s := start(t, o)
	faults, refused := 0, 0
	for after := 0; ; after++ {
		name := fmt.Sprintf("T%d", after)
		source := strings.ReplaceAll(`type T struct { n int; at atomic.Pointer[T] }
func (t T) String() string { return fmt.Sprint("T", t.n) }
type listT[E any] struct { all []E; last atomic.Pointer[E] }
func (l *listT[E]) add(e E) { l.all = append(l.all, e); l.last.Store(&e) }
func madeT(ns ...int) fmt.Stringer {
	slices.Sort(ns)
	l := &listT[*T]{}
	for _, n := range ns { l.add(&T{n: n}) }
	slices.SortFunc(l.all, func(a, b *T) int { return b.n - a.n })
	return l.all[0]
}
fmt.Sprint(madeT(1, 3, 2), maps.Collect(maps.All(map[int]*T{1: {n: 5}})))`, "T", name)
		world.faulty("krigo/interp/emit.", after)
		got, err := eval(t, s, source)
		if !world.faulty("", 0) {
			break
		}
		faults++
		value := fmt.Sprintf("%s3 map[1:%[1]s5]", name)
		if err == nil { // what could not be compiled was interpreted
			if got != value {
				t.Errorf("it gives %q, want %q", got, value)
			}
			continue
		}
		if refused++; !strings.Contains(err.Error(), "injected") {
			t.Fatalf("question %d: the error is %v", after, err)
		}
		want(t, s, source, value)
	}
	if faults < 3 || refused == 0 {
		t.Errorf("%d faults were injected, and %d cells refused", faults, refused)
	}
}
