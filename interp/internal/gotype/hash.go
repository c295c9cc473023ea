package gotype

import (
	"fmt"
	"reflect"
	"unsafe"
)

// ShareHash lets maps of the type of that ID, which was made here, be hashed as
// those of view: then a map made as one may be used as the other. It has to come
// before there are such maps.
//
// Without it only maps whose keys are no structs and have a size are the same.
// For structs the compiler and reflect compute other hashes, and reflect others
// for types that it has made itself.
func (t *Types) ShareHash(id int, view reflect.Type) error {
	making.Lock()
	defer making.Unlock()
	t.mu.RLock()
	defer t.mu.RUnlock()
	e := t.entries[id]
	if e == nil || e.rt.Kind() != reflect.Map || view.Kind() != reflect.Map {
		return fmt.Errorf("gotype: type %d and %s are not two maps", id, view)
	}
	if !SameLayout(e.rt.Key(), view.Key()) || !SameLayout(e.rt.Elem(), view.Elem()) {
		return fmt.Errorf("gotype: %s isn't laid out as %s", view, e.rt)
	}
	b := builder{types: t}
	if e.rt == view {
		return nil
	}
	if !b.mentions(id, map[int]bool{}) {
		return fmt.Errorf("gotype: %s was not made here", e.rt)
	}
	m, v := (*mapType)(unsafe.Pointer(headOf(e.rt))), (*mapType)(unsafe.Pointer(headOf(view)))
	m.hasher = v.hasher
	return nil
}
