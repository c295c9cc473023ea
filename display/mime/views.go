package mime

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"krigo/display/internal/guard"
)

// Register registers view for values of type T that have no methods to show themselves:
// view returns a value that has some, such as a bundle or a table, or nil for none. T
// may be an interface. A value's own type counts before the interfaces that it
// implements, and of these the one with the most methods, or the first by import path
// and name, so that the order of registration does not matter. Nil and nil pointers are
// never passed to a view. Register is for init functions: it panics if T has a view
// already.
func Register[T any](view func(T) any) {
	views.add(reflect.TypeFor[T](), func(v any) any { return view(v.(T)) })
}

// views holds the process's views, as current holds its output.
var views registry

// registry knows how values show themselves whose types do not say it.
type registry struct {
	mu         sync.RWMutex
	concrete   map[reflect.Type]func(any) any
	interfaces []interfaceView // in the order in which they count
}

// interfaceView is the view of all values that have an interface.
type interfaceView struct {
	of   reflect.Type
	view func(any) any
}

func (r *registry) add(t reflect.Type, view func(any) any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	isT := func(i interfaceView) bool { return i.of == t }
	if r.concrete[t] != nil || slices.ContainsFunc(r.interfaces, isT) {
		panic(fmt.Sprintf("display: Register: %s already has a view: register a type once", t))
	}
	if t.Kind() == reflect.Interface {
		r.interfaces = append(r.interfaces, interfaceView{t, view})
		slices.SortFunc(r.interfaces, compareInterfaces)
		return
	}
	if r.concrete == nil {
		r.concrete = map[reflect.Type]func(any) any{}
	}
	r.concrete[t] = view
}

// compareInterfaces orders interfaces: one with more methods counts first, and
// so one that includes another does.
func compareInterfaces(a, b interfaceView) int {
	return cmp.Or(
		cmp.Compare(b.of.NumMethod(), a.of.NumMethod()),
		cmp.Compare(a.of.PkgPath(), b.of.PkgPath()),
		cmp.Compare(a.of.String(), b.of.String()),
	)
}

// view returns what shows v, or nil.
func (r *registry) view(v any) any {
	if guard.IsNil(v) {
		return nil
	}
	if view := r.find(reflect.TypeOf(v)); view != nil {
		return view(v)
	}
	return nil
}

func (r *registry) find(t reflect.Type) func(any) any {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if view := r.concrete[t]; view != nil {
		return view
	}
	for _, i := range r.interfaces {
		if t.Implements(i.of) {
			return i.view
		}
	}
	return nil
}
