package worker

import (
	"reflect"
	"sync/atomic"
	"unsafe"
)

// The interpreter stops what it runs by counting its field id up: every frame with an
// earlier id stops. Nothing exported sets the field.
func (w *worker) frameID() *uint64 {
	id := reflect.ValueOf(w.interp).Elem().FieldByName("id")
	return (*uint64)(unsafe.Pointer(id.UnsafeAddr()))
}

// stopFrames stops all that the interpreter runs, as it does itself where the context of
// an evaluation ends. Handlers do not run as evaluations, since an evaluation leaks a few
// hundred bytes, and a slider starts many handlers.
func (w *worker) stopFrames() { atomic.AddUint64(w.frameID(), 1) }

// revive lets function literals that cells keep run again after the interpreter was
// stopped: a literal in a variable, whose frame has the id of its creation, would do
// nothing and silently return zero values for ever. The id is 0 in a worker that was
// never stopped, and must be reset only when the stopped code has left the interpreter.
func (w *worker) revive() {
	atomic.StoreUint64(w.frameID(), 0)
	w.core.Resume()
}
