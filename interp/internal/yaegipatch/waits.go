package yaegipatch

import (
	"reflect"
	"sync"
	"unsafe"
)

// waits.go: where functions of cells wait for other goroutines.

// Waits are the operations in which functions wait for other goroutines at this moment. The zero value is ready to use,
// and safe for concurrent use.
type Waits struct {
	mu   sync.Mutex
	open map[*Wait]struct{}
}

// Wait is an operation that waits for another goroutine.
type Wait struct {
	// Operation is the Go runtime's word for it, such as "chan receive".
	Operation string
	// Function is the function that waits, and Line its line as panics report them: 0 where its frame keeps none.
	Function string
	Line     int
}

func (w *Waits) begin(x *Wait) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open == nil {
		w.open = map[*Wait]struct{}{}
	}
	w.open[x] = struct{}{}
}

func (w *Waits) end(x *Wait) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, x)
}

// All returns the operations, in no order.
func (w *Waits) All() []Wait {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := make([]Wait, 0, len(w.open))
	for x := range w.open {
		all = append(all, *x)
	}
	return all
}

// Blocking is an operation that may wait for other goroutines: a call of a compiled function, or one on a channel.
type Blocking struct {
	// Operation is the Go runtime's word for its wait.
	Operation string
	// Try, if not nil, does what the function does where it need not wait. Its argument is the function's.
	Try func(unsafe.Pointer) bool
	// free reports whether an operation on a channel need not wait, unless another goroutine is faster: then its wait is
	// not noted.
	free func(channel reflect.Value) bool
}

var (
	receives = Blocking{Operation: "chan receive", free: func(c reflect.Value) bool { return c.Len() > 0 }}
	sends    = Blocking{Operation: "chan send", free: func(c reflect.Value) bool { return c.Len() < c.Cap() }}
)

// blocking returns how a node may wait for other goroutines, if it may.
func (e *exchange) blocking(n *node, name string) (Blocking, bool) {
	switch name {
	case "recv", "recv2":
		return receives, true
	case "send":
		return sends, true
	case "callBin":
		f := n.child[0].rval
		if e.Blocking == nil || n.anc.kind == e.goStmt || n.anc.kind == e.deferStmt || !f.IsValid() || f.Kind() != reflect.Func || f.IsNil() {
			return Blocking{}, false
		}
		return e.Blocking(f)
	}
	return Blocking{}, false
}

// noteWaits makes a node that was generated note that it waits, if it does.
func (g *generation) noteWaits(b Blocking) {
	execute := g.n.exec
	if execute == nil || g.Waits == nil {
		return
	}
	waits, operation, function := g.Waits, b.Operation, g.leave(g.n).function
	noted := func(f *frame) step {
		x := &Wait{operation, function, f.line()}
		waits.begin(x)
		defer waits.end(x)
		return execute(f)
	}
	g.n.exec = noted
	switch {
	case b.Try != nil:
		o, ok := g.operand(g.n.child[1])
		if !ok || o.typ.Kind() != reflect.Pointer {
			return
		}
		at, next := o.word(), g.next()
		g.n.exec = func(f *frame) step {
			if b.Try(at(f)) {
				return next
			}
			return noted(f)
		}
	case b.free != nil:
		o, ok := g.operand(g.n.child[0])
		if !ok {
			return
		}
		channel := o.reader()
		g.n.exec = func(f *frame) step {
			if b.free(*(*reflect.Value)(unsafe.Pointer(channel(f)))) {
				return execute(f)
			}
			return noted(f)
		}
	}
}
