package support

import (
	"slices"
	"sync"
)

// registry knows the functions that put values of cells' types into
// interfaces.
type registry struct {
	mu        sync.RWMutex
	functions map[membership]any
}

// membership is that of a type in an interface, both as the interpreter names
// them.
type membership struct{ iface, id string }

// implement notes the function for a type and an interface.
func (r *registry) implement(iface, id string, function any) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.functions == nil {
		r.functions = map[membership]any{}
	}
	r.functions[membership{iface, id}] = function
	return true
}

// implements tells whether the type of a cell implements one of the interfaces,
// of those that the session has asserted.
func (r *registry) implements(id string, interfaces ...string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.ContainsFunc(interfaces, func(iface string) bool { return r.functions[membership{iface, id}] != nil })
}

// implementation is the function that puts v into an interface, nil where it
// has a type that does not implement it or that has no name.
func (r *registry) implementation(iface string, v any) any {
	id := TypeID(v)
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.functions[membership{iface, id}]
}
