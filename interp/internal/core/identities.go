package core

import (
	"reflect"
	"runtime"
	"sync"
	"unsafe"

	"krigo/interp/internal/gotype"
	"krigo/interp/internal/yaegipatch"
	"krigo/interp/machine"
)

// identities.go: functions of cells share the code of the interpreter. Programs that tell functions apart by
// reflect.Value.Pointer get addresses instead that only values of the same function have.

// identities are the addresses that stand for functions.
type identities struct {
	// values has the function values that emitted code has of interpreted functions: one for each.
	values sync.Map
	// compiled has the code of variadic compiled functions by the function values that take a slice instead.
	compiled sync.Map
	// asked has the functions whose addresses cells have got, by these.
	asked sync.Map
}

// identified is a function whose address a cell has got.
type identified struct {
	address unsafe.Pointer // stays in memory, so that nothing else gets it
	code    uintptr        // in the interpreter
}

// methods returns the methods of reflect.Value that programs tell functions apart by.
func (ids *identities) methods() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Pointer": reflect.ValueOf(func(v reflect.Value) uintptr {
			if p := ids.of(v); p != nil {
				return uintptr(p)
			}
			return v.Pointer()
		}),
		"UnsafePointer": reflect.ValueOf(func(v reflect.Value) unsafe.Pointer {
			if p := ids.of(v); p != nil {
				return p
			}
			return v.UnsafePointer()
		}),
	}
}

// of returns the address that stands for a function of a cell, or nil for any other value.
func (ids *identities) of(v reflect.Value) unsafe.Pointer {
	if v.Kind() != reflect.Func {
		return nil
	}
	code := gotype.FunctionAt(v)
	if code == nil {
		return nil
	}
	if p, ok := ids.compiled.Load(code); ok {
		return p.(unsafe.Pointer)
	}
	p := ids.find(code)
	if p != nil {
		ids.asked.Store(uintptr(p), identified{p, v.Pointer()})
	}
	return p
}

// find returns an address that is unique to the function of a cell which the function value at code calls, or nil.
func (ids *identities) find(code unsafe.Pointer) unsafe.Pointer {
	if _, ok := ids.values.Load(code); ok {
		return code
	}
	if f := machine.FunctionOf(code); f != nil {
		return unsafe.Pointer(f)
	}
	if made := machine.MadeOf(code); made != nil {
		code = made
	}
	return yaegipatch.LiteralOf(code)
}

// funcForPC is runtime.FuncForPC, which finds the function of the interpreter at the addresses of functions of cells.
func (ids *identities) funcForPC(pc uintptr) *runtime.Func {
	if f, ok := ids.asked.Load(pc); ok {
		pc = f.(identified).code
	}
	return runtime.FuncForPC(pc)
}

// value returns a function that returns its argument, an interpreted function that becomes a function value.
func (ids *identities) value(signature reflect.Type) reflect.Value {
	identity := reflect.FuncOf([]reflect.Type{signature}, []reflect.Type{signature}, false)
	return reflect.MakeFunc(identity, func(in []reflect.Value) []reflect.Value {
		ids.values.Store(gotype.FunctionAt(in[0]), true)
		return in
	})
}

// takingSlice returns a function of a signature that calls a compiled variadic function, with a slice.
func (ids *identities) takingSlice(signature reflect.Type, f reflect.Value) reflect.Value {
	made := reflect.MakeFunc(signature, f.CallSlice)
	ids.compiled.Store(gotype.FunctionAt(made), f.UnsafePointer())
	return made
}
