package worker

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/core"
	"krigo/interp/internal/wire"
)

// deadlock.go finds cells that wait for ever: every goroutine waits for another one.
//
// The Go runtime does not find that here, where goroutines of the worker wait for the session's requests. So a running
// cell's goroutines are looked at from time to time, all in one moment in which none runs. There is a deadlock where
// each of them waits in an operation that only another goroutine ends. It is not reported where something else may
// end one:
//
//   - a function of a compiled package that waits on a channel or in a select, which may be a timer's: net.Pipe,
//     input, krigo's own time.Sleep;
//   - a goroutine that runs, sleeps, or waits for the system: the network, a file, a process;
//   - a timer that cells made (alarms), or a signal that they asked for;
//   - the cell's ctx, which an interrupt ends, if code has asked for its end;
//   - a handler of a comm, which may run when the front end sends a message.
//
// Two looks in succession must find the deadlock, and nothing may have run between them, so that a process which the
// system had suspended first handles what became due in the meantime.

// alarms knows when the timers that cells made may still wake a goroutine.
type alarms struct {
	until   atomic.Int64 // the time at which the last one is due, in Unix nanoseconds
	forever atomic.Bool  // some are due at any time
}

// in notes a timer that is due after d.
func (a *alarms) in(d time.Duration) {
	due := time.Now().Add(d).UnixNano()
	for {
		last := a.until.Load()
		if due <= last || a.until.CompareAndSwap(last, due) {
			return
		}
	}
}

// mayCome reports whether a timer may still wake a goroutine.
func (a *alarms) mayCome() bool {
	return a.forever.Load() || a.until.Load() > time.Now().UnixNano()
}

// override notes the timers of all functions that make some, and requests for signals. A timer that can be set again,
// also by a method that cells call through an interface, is due at any time.
func (a *alarms) override(all yaegi.Exports) {
	replace(all, "time/time", map[string]reflect.Value{
		"After":     reflect.ValueOf(func(d time.Duration) <-chan time.Time { a.in(d); return time.After(d) }),
		"Tick":      reflect.ValueOf(func(d time.Duration) <-chan time.Time { a.forever.Store(true); return time.Tick(d) }),
		"NewTimer":  reflect.ValueOf(func(d time.Duration) *time.Timer { a.forever.Store(true); return time.NewTimer(d) }),
		"NewTicker": reflect.ValueOf(func(d time.Duration) *time.Ticker { a.forever.Store(true); return time.NewTicker(d) }),
		"AfterFunc": reflect.ValueOf(func(d time.Duration, f func()) *time.Timer { a.forever.Store(true); return time.AfterFunc(d, f) }),
	})
	type ctx = context.Context
	type cancel = context.CancelFunc
	replace(all, "context/context", map[string]reflect.Value{
		"WithTimeout":  reflect.ValueOf(func(c ctx, d time.Duration) (ctx, cancel) { a.in(d); return context.WithTimeout(c, d) }),
		"WithDeadline": reflect.ValueOf(func(c ctx, t time.Time) (ctx, cancel) { a.in(time.Until(t)); return context.WithDeadline(c, t) }),
		"WithTimeoutCause": reflect.ValueOf(func(c ctx, d time.Duration, cause error) (ctx, cancel) {
			a.in(d)
			return context.WithTimeoutCause(c, d, cause)
		}),
		"WithDeadlineCause": reflect.ValueOf(func(c ctx, t time.Time, cause error) (ctx, cancel) {
			a.in(time.Until(t))
			return context.WithDeadlineCause(c, t, cause)
		}),
	})
	replace(all, "os/signal/signal", map[string]reflect.Value{
		"Notify":        reflect.ValueOf(func(c chan<- os.Signal, s ...os.Signal) { a.forever.Store(true); signal.Notify(c, s...) }),
		"NotifyContext": reflect.ValueOf(func(c ctx, s ...os.Signal) (ctx, cancel) { a.forever.Store(true); return signal.NotifyContext(c, s...) }),
	})
}

// lookAfter is how long a cell may run before it is looked at. A program ends by its deadlock, and its user waits for
// that end; a cell may wait for a moment.
const (
	lookAfter        = 2 * time.Second
	lookAfterProgram = 50 * time.Millisecond
)

// mostBetween is the longest time between two looks, unless they are expensive: then they take less than a fiftieth of
// the time.
const (
	mostBetween = 2 * time.Second
	lookShare   = 50
)

// watchForDeadlock reports a deadlock of a cell, until done is closed. It ends a program.
func (w *worker) watchForDeadlock(c *turn, done <-chan struct{}) {
	pause := lookAfter
	if w.program {
		pause = lookAfterProgram
	}
	for found := 0; found < 2; {
		select {
		case <-done:
			return
		case <-c.stopped:
			return
		case <-time.After(pause):
		}
		began := time.Now()
		if w.deadlocked(c) {
			found++
			continue
		}
		found = 0
		pause = max(min(2*pause, mostBetween), lookShare*time.Since(began))
	}
	waits := w.core.Waits()
	if w.program {
		os.Stderr.WriteString("fatal error: all goroutines are asleep - deadlock!\n" + waitsTrace(waits))
		w.end(panicked)
	}
	w.tell(c.number, "note: this cell waits for ever, since every goroutine waits for another one; interrupt it\n"+waitsText(waits))
}

// waitPlace is a place at which goroutines wait.
type waitPlace struct {
	wire.Place
	operation string
}

// countWaits returns the places at which goroutines wait, by cell and line, and how many wait at each.
func countWaits(waits []core.Wait) (places []waitPlace, count map[waitPlace]int) {
	count = map[waitPlace]int{}
	for _, x := range waits {
		p := waitPlace{wire.Place{Cell: x.Function.Cell, Line: x.Line, Function: x.Function.User}, x.Operation}
		if count[p]++; count[p] == 1 {
			places = append(places, p)
		}
	}
	slices.SortFunc(places, func(a, b waitPlace) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Line, b.Line), cmp.Compare(a.operation, b.operation))
	})
	return places, count
}

// doing says what a goroutine does in an operation.
var doing = map[string]string{
	"chan receive": "receives from a channel",
	"chan send":    "sends to a channel",
	"select":       "waits in a select",
}

// waitsText lists waits for a note.
func waitsText(waits []core.Wait) string {
	var b strings.Builder
	places, count := countWaits(waits)
	for _, p := range places {
		fmt.Fprintf(&b, "    %s:%d", p.Cell, p.Line)
		if p.Function != "" {
			b.WriteString(" " + p.Function)
		}
		b.WriteString(" " + cmp.Or(doing[p.operation], "waits in "+p.operation))
		if n := count[p]; n > 1 {
			fmt.Fprintf(&b, " (%d goroutines)", n)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// waitsTrace lists waits as the trace of a Go program does.
func waitsTrace(waits []core.Wait) string {
	var b strings.Builder
	places, _ := countWaits(waits)
	for _, p := range places {
		fmt.Fprintf(&b, "\ngoroutine [%s]:\nmain.%s(...)\n\t%s:%d\n", p.operation, cmp.Or(p.Function, "main"), p.Cell, p.Line)
	}
	return b.String()
}

// deadlocked reports whether no goroutine can go on.
func (w *worker) deadlocked(c *turn) bool {
	if w.alarms.mayCome() || c.ctx.watched.Load() || w.handlers.any() {
		return false
	}
	return w.census.asleep(string(stacks()), c.goroutine.Load())
}

// any reports whether cells have made comms, targets or tasks.
func (h *handlers) any() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, cell := range h.makers {
		if cell != 0 { // 0 made krigo's own
			return true
		}
	}
	return false
}

// census knows the goroutines of the process that are no cell's.
type census struct{ first map[string]bool } // by number: those that were there before the first cell

// take notes the goroutines that there are.
func (c *census) take() {
	c.first = map[string]bool{}
	for trace := range strings.SplitSeq(string(stacks()), "\n\n") {
		if m := goroutineHead.FindStringSubmatch(trace); m != nil {
			c.first[m[1]] = true
		}
	}
}

// asleep reports whether all goroutines wait for others, by their traces: main, which runs the cell, and all others
// except those of the process.
func (c *census) asleep(traces string, main uint64) bool {
	found := false
	for trace := range strings.SplitSeq(traces, "\n\n") {
		m := goroutineHead.FindStringSubmatch(trace)
		if m == nil {
			return false // cut off
		}
		number, state, labelled := m[1], m[2], strings.Contains(m[0], cellLabel)
		if !labelled && (c.first[number] || strings.Contains(trace, "\ncreated by krigo/interp/worker.")) {
			continue
		}
		if !waitsForAnother(state, trace) {
			return false
		}
		found = found || number == strconv.FormatUint(main, 10)
	}
	return found
}

// goroutineHead finds the number and the state of a goroutine in its trace.
var goroutineHead = regexp.MustCompile(`\Agoroutine (\d+) .*?\[([^\],]*?)(?: labels:|,|\]).*`)

// Operations that only another goroutine ends: wherever they are, or in code of cells only. In compiled code, the
// latter may wait for a timer.
var (
	endedByOthers = []string{
		"chan send", "chan send (nil chan)", "chan receive (nil chan)", "select (no cases)", "coroutine", "semacquire",
		"sync.Cond.Wait", "sync.Mutex.Lock", "sync.RWMutex.Lock", "sync.RWMutex.RLock", "sync.WaitGroup.Wait",
	}
	endedByOthersInCells = []string{"chan receive", "select"}
)

// waitsForAnother reports whether a goroutine in a state waits for another one.
func waitsForAnother(state, trace string) bool {
	return slices.Contains(endedByOthers, state) || slices.Contains(endedByOthersInCells, state) && inCell(trace)
}

// inCell reports whether the innermost function that is not the runtime's executes an operation of a cell.
func inCell(trace string) bool {
	_, frames, _ := strings.Cut(trace, "\n")
	for frame := range strings.Lines(frames) {
		if !strings.HasPrefix(frame, "\t") && !strings.HasPrefix(frame, "runtime.") && !strings.HasPrefix(frame, "reflect.") {
			return slices.ContainsFunc(executors, func(prefix string) bool { return strings.HasPrefix(frame, prefix) })
		}
	}
	return false
}

// executors begin the frames of functions that execute operations of cells.
var executors = []string{"github.com/traefik/yaegi/interp.", "krigo/interp/internal/core.", "krigo/interp/machine."}
