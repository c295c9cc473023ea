package worker

import (
	"reflect"
	"sync/atomic"
	"unsafe"
)

// revive lets function literals that cells keep run again after the
// interpreter was stopped. To stop it counts its field id up, and every frame
// that bears an earlier id runs no further, for ever: a literal in a variable
// would do nothing and return zero values, without a word. Nothing exported
// sets the field back. It is 0 in a worker that was never stopped, and is to
// be set back only when the stopped evaluation has left the interpreter.
func (w *worker) revive() {
	id := reflect.ValueOf(w.interp).Elem().FieldByName("id")
	atomic.StoreUint64((*uint64)(unsafe.Pointer(id.UnsafeAddr())), 0)
}
