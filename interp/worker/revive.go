package worker

import (
	"reflect"
	"sync/atomic"
	"unsafe"
)

// The interpreter stops what it runs by counting its field id up: every frame that
// bears an earlier id runs no further. Nothing exported sets the field.
func (w *worker) frameID() *uint64 {
	id := reflect.ValueOf(w.interp).Elem().FieldByName("id")
	return (*uint64)(unsafe.Pointer(id.UnsafeAddr()))
}

// stopFrames stops all that the interpreter runs, as it does itself where the context of
// an evaluation ends. Handlers do not run as evaluations, since an evaluation leaks a few
// hundred bytes, and a slider starts many handlers.
func (w *worker) stopFrames() { atomic.AddUint64(w.frameID(), 1) }

// revive lets function literals that cells keep run again after the interpreter was
// stopped: a literal in a variable, whose frame bears the id of its time, would do
// nothing and silently return zero values for ever. The id is 0 in a worker that was
// never stopped, and is to be set back only when what was stopped has left the
// interpreter.
func (w *worker) revive() { atomic.StoreUint64(w.frameID(), 0) }
