// Package gotype makes Go types while the program runs: named types with
// methods, interfaces with methods, structs with their true field names.
// Compiled code (fmt, encoding/json, errors.As, a type switch) sees them as it
// sees compiled types.
//
// This works as in package reflect: a type may be on the heap, and the runtime
// resolves its offsets (of its name, the types and the code of its methods) in a
// table that reflect.addReflectOff fills. Reflect's own constructors lack names,
// methods, embedded fields, and types that refer to themselves; this package lays
// them out. All knowledge of the layout is in layout.go and the assembly; [Check]
// compares it with compiled types, and nothing is made if they differ.
//
// The code of such a type's method is one of a fixed number of stubs that
// jump to a function value, which may be replaced at any time.
//
// Types are never freed. The linker drops methods of compiled types that nothing
// can call; exported ones it drops only if the program calls no methods by reflection.
// A program that makes interfaces here, to assert compiled types to them, has to use
// reflect's Method.
package gotype
