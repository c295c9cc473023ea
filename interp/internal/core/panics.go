package core

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	yaegi "github.com/traefik/yaegi/interp"

	"krigo/interp/internal/yaegipatch"
	"krigo/interp/machine"
)

// Frame owns the deferred calls of one call of a function.
type Frame struct {
	deferred  []deferral
	panicking bool
	value     any // of the panic
	recovered bool
	trails    []any // what the panic has left, the latest last
	unwound   func(recovered bool)
}

// deferral is a deferred call.
type deferral struct {
	depth int // of the function that may call recover, 0 where none may
	call  func()
}

// deferrals are the deferred calls that are being made, the last by goroutine:
// the functions that they call may stop their frame's panic.
type deferrals struct {
	count atomic.Int64
	byID  sync.Map // of *active
}

// active is a deferred call that is being made.
type active struct {
	frame *Frame
	depth int
	outer *active // in whose course it is made
}

func newFrame() *Frame { return &Frame{} }

// push defers a call. At a depth of 1 its function may recover itself, at 2 the
// function that this one calls.
func push(f *Frame, depth int, call func()) {
	if call == nil {
		call = func() { panic(yaegipatch.NilDereference()) }
	}
	f.deferred = append(f.deferred, deferral{depth, call})
}

// do runs the body of a function that defers, then its deferred calls. It
// returns true where a panic was recovered from.
func (r *Runtime) do(f *Frame, body func()) bool {
	f.body(body, r)
	r.runDefers(f)
	if f.panicking && !f.recovered {
		f.resume(r)
		f.unwound(false)
		panic(f.value)
	}
	if f.unwound != nil {
		f.unwound(true)
	}
	return f.panicking
}

// endByGoexit ends a function that runtime.Goexit leaves, after its deferred calls, which may panic.
func (f *Frame) endByGoexit(r *Runtime) {
	panics := f.panicking && !f.recovered
	if panics {
		f.resume(r)
	}
	if f.unwound != nil {
		f.unwound(!panics)
		f.unwound = nil
	}
	if panics {
		panic(f.value)
	}
}

// body runs the body of a function.
//
//go:noinline
func (f *Frame) body(call func(), r *Runtime) { f.try(call, r) }

// deferredCall makes a deferred call.
//
//go:noinline
func (f *Frame) deferredCall(call func(), r *Runtime) { f.try(call, r) }

// try calls and keeps the panic, if there is one.
func (f *Frame) try(call func(), r *Runtime) {
	returned := false
	defer func() {
		if returned {
			return
		}
		p := recover()
		if p == nil { // runtime.Goexit, which ends a panic, too
			f.panicking = false
			r.runDefers(f) // nothing else will run them
			f.endByGoexit(r)
			return
		}
		f.panicking, f.recovered, f.value = true, false, p
		if f.unwound == nil {
			f.unwound = r.unwinds.begin()
		}
		if r.Trail != nil {
			f.trails = append(f.trails, r.Trail.Take())
		}
		if isExit(p) {
			f.deferred = nil
		}
	}()
	call()
	returned = true
}

// resume notes again what the frame's panic has left. What a deferred call has left
// by another panic comes first.
func (f *Frame) resume(r *Runtime) {
	if r.Trail == nil {
		return
	}
	for _, trail := range slices.Backward(f.trails) {
		r.Trail.Put(trail)
	}
}

// Exit is the panic that ends a program with an exit code. Deferred calls do not
// run, and no recover in a cell stops it.
type Exit struct{ Code int }

// String returns the Go runtime's message for a goroutine of compiled code that it ends.
func (e Exit) String() string { return fmt.Sprintf("os.Exit(%d)", e.Code) }

func isExit(p any) bool {
	if p, ok := p.(yaegi.Panic); ok {
		return isExit(p.Value)
	}
	_, ok := p.(Exit)
	return ok
}

// runDefers makes the deferred calls, the last one first.
func (r *Runtime) runDefers(f *Frame) {
	for len(f.deferred) > 0 {
		d := f.deferred[len(f.deferred)-1]
		f.deferred = f.deferred[:len(f.deferred)-1]
		if d.depth == 0 || !f.panicking || f.recovered {
			r.unobserved(f, d)
			continue
		}
		r.observed(f, d)
	}
}

// observed makes a deferred call that may recover.
func (r *Runtime) observed(f *Frame, d deferral) {
	id := goroutineID()
	outer, _ := r.frames.byID.Load(id)
	a := &active{frame: f, depth: d.depth}
	a.outer, _ = outer.(*active)
	r.frames.byID.Store(id, a)
	r.frames.count.Add(1)
	defer func() { // also where the call ends the goroutine
		r.frames.count.Add(-1)
		if a.outer != nil {
			r.frames.byID.Store(id, a.outer)
		} else {
			r.frames.byID.Delete(id)
		}
	}()
	f.deferredCall(d.call, r)
}

// deferredByMachine makes a deferred call of a function of the machine that panics with a value. The call keeps panics
// of its own.
func (r *Runtime) deferredByMachine(value any, call func()) (recovered bool) {
	f := &Frame{panicking: true, value: value}
	r.observed(f, deferral{1, call})
	return f.recovered
}

// unobserved makes a deferred call that has nothing to recover from.
func (r *Runtime) unobserved(f *Frame, d deferral) { f.body(d.call, r) }

// deferring returns the frame that has called the function in which this is the
// first statement, or nil where it was called otherwise.
func (r *Runtime) deferring() *Frame {
	if a := r.direct(); a != nil {
		return a.frame
	}
	return nil
}

// wrapper marks the function in which it is the first statement as a wrapper of
// the one that it calls.
func (r *Runtime) wrapper() {
	if a := r.direct(); a != nil {
		a.depth++
	}
}

// direct returns the deferred call that the function that has called us is called
// by, if it is the one that may recover.
func (r *Runtime) direct() *active {
	if r.frames.count.Load() == 0 {
		return nil
	}
	v, ok := r.frames.byID.Load(goroutineID())
	if !ok {
		return nil
	}
	if a := v.(*active); activations(a.depth) == a.depth {
		return a
	}
	return nil
}

// activations counts the functions of cells that are on the stack above the
// innermost deferred call, up to most + 1. It is -1 if a frame's body is above
// that.
func activations(most int) int {
	var pcs [128]uintptr
	count := 0
	for skip := 0; ; skip += len(pcs) {
		n := runtime.Callers(skip, pcs[:])
		for _, pc := range pcs[:n] {
			switch placeOf(pc) {
			case interpreted:
				if count++; count > most {
					return count
				}
			case deferredCall:
				return count
			case frameBody:
				return -1
			}
		}
		if n < len(pcs) {
			return -1
		}
	}
}

// stackPlace classifies a function on Go's stack.
type stackPlace int

const (
	elsewhere stackPlace = iota
	interpreted
	deferredCall
	frameBody
)

var stackPlaces sync.Map // by program counter

// nameOf returns the name that stacks have for a function, which a rename of its package changes.
func nameOf(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }

func placeOf(pc uintptr) stackPlace {
	if known, ok := stackPlaces.Load(pc); ok {
		return known.(stackPlace)
	}
	place := elsewhere
	switch name := runtime.FuncForPC(pc - 1).Name(); {
	case name == "github.com/traefik/yaegi/interp.runCfg" || name == yaegipatch.Executor || name == machine.Caller:
		place = interpreted
	case name == nameOf((*Frame).deferredCall):
		place = deferredCall
	case name == nameOf((*Frame).body):
		place = frameBody
	}
	stackPlaces.Store(pc, place)
	return place
}

// recovered implements recover in a function that a frame has called, if any.
func (r *Runtime) recovered(f *Frame) any {
	if f == nil || !f.panicking || f.recovered || isExit(f.value) {
		return nil
	}
	f.recovered = true
	return Recovered(f.value)
}

// recoveredLater returns a deferred recover in a function with a frame of its own,
// that a frame has called: it sees no panic while the function panics itself.
func (r *Runtime) recoveredLater(own, f *Frame) any {
	if own.panicking && !own.recovered {
		return nil
	}
	return r.recovered(f)
}

// raise implements panic.
func raise(x any) {
	if x == nil {
		panic(new(runtime.PanicNilError))
	}
	panic(x)
}

// nilReceiver panics as a method with a value receiver does that is called with a
// nil pointer.
func nilReceiver(receiver, method string) {
	panic(yaegipatch.Error(machine.NilReceiverText(receiver, method)))
}

// goroutineID returns the number of the running goroutine.
func goroutineID() int {
	var buffer [32]byte
	id := 0
	for _, c := range buffer[len("goroutine "):runtime.Stack(buffer[:], false)] {
		if c < '0' || c > '9' {
			break
		}
		id = id*10 + int(c-'0')
	}
	return id
}

var frameType = reflect.TypeFor[Frame]()

// guard runs a goroutine of a cell.
func (r *Runtime) guard(body func()) {
	defer r.Landed()
	defer func() {
		if r.Panicked == nil {
			return
		}
		if p := recover(); p != nil {
			r.Panicked(p)
		}
	}()
	body()
}
