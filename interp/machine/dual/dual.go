// Package dual differentiates functions of the machine: from code that computes with numbers it makes code that
// computes with dual numbers, a value and its tangent (forward mode; Griewank and Walther, Evaluating Derivatives,
// 2008, chapter 3).
//
// Registers keep their numbers: the tangents of words and the shadows of pointers are kept separately, in memory of the
// thread (see [machine.Tangent]). Code without tangents, by an analysis of activity, stays as it is, so that only what
// depends on the parameters costs more. A pass computes the derivatives in [machine.Lanes] directions. Derivatives
// follow the rules of calculus: at a branch, they are the derivatives of the branch taken.
//
// Where a tangent would be lost, such as in a bit of a number or in a call of a compiled function without a rule, the
// code reports that when it gets there, and the derivatives are unknown. They are never taken for 0.
package dual

import (
	"sync"
	"sync/atomic"
	"unsafe"

	"krigo/interp/machine"
)

// Gradient returns a function that writes the derivatives of at by theta into grad and reports whether it knows them:
// it does not if, at any of the points, they are not finite or a tangent would be lost. It is nil if at is not a
// function of the machine. It may be called from several goroutines.
func Gradient(at machine.Kernel) func(grad, x, y, theta []float64) (known bool) {
	f, captured := machine.KernelOf(at)
	if f == nil {
		return nil
	}
	k := &kernel{function: f, captured: captured}
	return k.gradient
}

// kernel is a function of the machine with the variables that it has captured.
type kernel struct {
	function *machine.Function
	captured []unsafe.Pointer
	latest   atomic.Pointer[version]
}

func (k *kernel) gradient(grad, x, y, theta []float64) bool {
	v := k.latest.Load()
	if v == nil || v.number != k.function.Version() {
		v = versionOf(k.function)
		k.latest.Store(v)
	}
	if v.dual == nil {
		return false
	}
	for first := 0; first < len(theta); first += machine.Lanes {
		slopes, ok := v.dual.Slopes(k.captured, x, y, theta, first)
		if !ok {
			return false
		}
		for _, g := range slopes[:copy(grad[first:len(theta)], slopes[:])] {
			if g-g != 0 {
				return false
			}
		}
	}
	return true
}

// version is the function that computes tangents, nil if there is none, for the calls at a number of
// [machine.Function.Version].
type version struct {
	dual   *machine.Function
	number uint64
}

// versions are the latest by the functions that they are of, so that values of one function with other captured
// variables share them.
var versions struct {
	sync.Mutex
	of map[*machine.Function]*version
}

func versionOf(f *machine.Function) *version {
	versions.Lock()
	defer versions.Unlock()
	v := versions.of[f]
	if v == nil || v.number != f.Version() {
		if versions.of == nil {
			versions.of = map[*machine.Function]*version{}
		}
		v = transformed(f)
		versions.of[f] = v
	}
	return v
}

// transformed makes the function that computes tangents.
func transformed(f *machine.Function) *version {
	codes, linker, number := f.Program()
	v := &version{number: number}
	if len(codes) == 0 {
		return v
	}
	duals, err := Transform(codes, linker)
	if err != nil {
		return v
	}
	if v.dual, err = f.LinkApart(duals, withRules{linker}); err != nil {
		panic(err) // what was linked before can be linked again
	}
	return v
}
