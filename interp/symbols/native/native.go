// Package native is what lowered code calls beside the packages that cells
// import: the compiled half of constructs that the interpreter lacks. Cells
// cannot import it.
//
//	var later native.Deferred
//	defer func() { later.Run(recover()) }()
package native

import "reflect"

// Path is the import path of the package in the interpreter.
const Path = "krigo/interp/symbols/native"

// Table is the interpreter's symbol table of the package.
func Table() map[string]reflect.Value {
	return map[string]reflect.Value{
		"Deferred":  reflect.ValueOf((*Deferred)(nil)),
		"LoopFault": reflect.ValueOf(LoopFault),
	}
}
