package worker

import (
	"io"
	"regexp"
	"runtime"
	"sync"

	"krigo/interp/internal/wire"
)

// panicLog takes the lines "-: panic: main.f(...)" that the
// interpreter prints to its standard error for each interpreted function that
// a panic leaves, and passes everything else on.
type panicLog struct {
	next io.Writer

	mu     sync.Mutex
	chains map[uint64]*chain
}

// chain are the functions that one panic has left so far in a goroutine.
type chain struct {
	places []wire.Place
	depth  int
}

func newPanicLog(next io.Writer) *panicLog {
	return &panicLog{next: next, chains: map[uint64]*chain{}}
}

var panicLine = regexp.MustCompile(`^[^ ]+: panic: (.*)\(\.\.\.\)\n$`)

// runner is the function of the interpreter whose deferred call prints.
const runner = "github.com/traefik/yaegi/interp.runCfg.func1"

func (l *panicLog) Write(p []byte) (int, error) {
	m := panicLine.FindSubmatch(p)
	if m == nil {
		return l.next.Write(p)
	}
	depth, printed := callers()
	if !printed {
		return l.next.Write(p)
	}
	l.add(depth, wire.Place{Function: string(m[1])})
	return len(p), nil
}

// Leave implements core.Trail.
func (l *panicLog) Leave(function string, line int) {
	depth, _ := callers()
	l.add(depth, wire.Place{Function: function, Line: line})
}

// Take implements core.Trail.
func (l *panicLog) Take() any { return l.take() }

// pending reports whether a panic has left functions and no recovery of it was seen.
func (l *panicLog) pending() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.chains) > 0
}

// Put implements core.Trail. The next function belongs to the same panic, whatever the
// depth.
func (l *panicLog) Put(trail any) {
	for _, p := range trail.([]wire.Place) {
		l.add(0, p)
	}
}

// callers returns the depth of the goroutine's stack and whether the interpreter itself
// prints, not a cell.
func callers() (depth int, interpreter bool) {
	pcs := make([]uintptr, 64)
	for {
		n := runtime.Callers(0, pcs)
		if n < len(pcs) {
			pcs = pcs[:n]
			break
		}
		pcs = make([]uintptr, 2*len(pcs))
	}
	// Callers, callers, panicLog.Write, fmt.Fprintln and then the printer.
	frames := runtime.CallersFrames(pcs)
	for range 6 {
		frame, more := frames.Next()
		if frame.Function == runner {
			return len(pcs), true
		}
		if !more {
			break
		}
	}
	return len(pcs), false
}

// add notes a function that a panic leaves. While one panic goes on the stack does
// not shrink; where it is shorter than before, an earlier panic was recovered.
func (l *panicLog) add(depth int, p wire.Place) {
	id := goroutine()
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.chains[id]
	if c == nil || depth > 0 && depth < c.depth {
		c = &chain{}
		l.chains[id] = c
	}
	c.depth = depth
	c.places = append(c.places, p)
}

// take returns the functions that the panic left which this goroutine has
// just recovered, innermost first, and forgets them.
func (l *panicLog) take() []wire.Place {
	id := goroutine()
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.chains[id]
	delete(l.chains, id)
	if c == nil {
		return nil
	}
	return c.places
}

// goroutine returns the number of the calling goroutine.
func goroutine() uint64 {
	buffer := make([]byte, 64)
	buffer = buffer[:runtime.Stack(buffer, false)]
	var id uint64
	for _, b := range buffer[len("goroutine "):] {
		if b < '0' || b > '9' {
			break
		}
		id = id*10 + uint64(b-'0')
	}
	return id
}
