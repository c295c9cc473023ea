package core

import (
	"sync/atomic"

	"krigo/interp/emit"
)

// steps.go: which functions of cells keep the interpreter busy.

// counter registers the functions of a unit, and returns the step counter of each, nil for one that no cell declares.
func (r *Runtime) counter(functions []emit.Function) func(function string) *atomic.Int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, f := range functions {
		r.functions[f.Name] = f
		r.steps[f.Name] = &atomic.Int64{}
	}
	return func(function string) *atomic.Int64 {
		r.mu.RLock()
		defer r.mu.RUnlock()
		return r.steps[function]
	}
}

// manySteps is the number of steps from which the user is warned about a function in a cell: they take about 0.1 s,
// a delay that users notice.
const manySteps = 30_000_000

// Busy returns the functions that have done many steps since the last call, and how many.
func (r *Runtime) Busy() map[string]int64 {
	r.mu.RLock()
	defer r.mu.RUnlock()
	busy := map[string]int64{}
	for name, steps := range r.steps {
		if n := steps.Swap(0); n >= manySteps {
			busy[name] = n
		}
	}
	return busy
}
