package core

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"krigo/interp/emit"
	"krigo/interp/internal/yaegipatch"
)

// waits.go: where functions of cells wait for other goroutines.

// blocking are the compiled functions that wait for other goroutines, by name.
var blocking = map[string]yaegipatch.Blocking{
	"sync.(*WaitGroup).Wait":          {Operation: "sync.WaitGroup.Wait"},
	"sync.(*Cond).Wait":               {Operation: "sync.Cond.Wait"},
	"sync.(*Mutex).Lock":              {Operation: "sync.Mutex.Lock", Try: func(m unsafe.Pointer) bool { return (*sync.Mutex)(m).TryLock() }},
	"sync.(*RWMutex).Lock":            {Operation: "sync.RWMutex.Lock", Try: func(m unsafe.Pointer) bool { return (*sync.RWMutex)(m).TryLock() }},
	"sync.(*RWMutex).RLock":           {Operation: "sync.RWMutex.RLock", Try: func(m unsafe.Pointer) bool { return (*sync.RWMutex)(m).TryRLock() }},
	nameOf((*Runtime).choose) + "-fm": {Operation: "select"},
}

// blockingCall returns how a compiled function waits for other goroutines, if it does.
func blockingCall(f reflect.Value) (yaegipatch.Blocking, bool) {
	b, ok := blocking[runtime.FuncForPC(f.Pointer()).Name()]
	return b, ok
}

// Wait is a place where a function of a cell waits for another goroutine.
type Wait struct {
	// Operation is the Go runtime's word for it, such as "chan receive".
	Operation string
	Function  emit.Function
	Line      int
}

// Waits returns the places where functions of cells wait for other goroutines at this moment, in no order.
func (r *Runtime) Waits() []Wait {
	var all []Wait
	for _, w := range r.waits.All() {
		f, line, ok := r.around(w.Function)
		if !ok {
			continue
		}
		if w.Line != 0 {
			line = w.Line
		}
		all = append(all, Wait{w.Operation, f, line})
	}
	return all
}

// around is Where for a function that may be a literal which a panic does not report: then it is the function around
// the literal.
func (r *Runtime) around(name string) (f emit.Function, line int, ok bool) {
	for {
		if f, line, ok = r.Where(name); ok {
			return f, line, true
		}
		outer, isLiteral := strings.CutSuffix(name, ".func")
		if !isLiteral {
			return f, 0, false
		}
		name = outer
	}
}
