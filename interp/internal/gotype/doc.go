// Package gotype makes Go types while the program runs: named types with
// methods, interfaces with methods, structs with their true field names. What
// is compiled (fmt, encoding/json, errors.As, a type switch) sees them as it
// sees compiled types.
//
// It can because package reflect does it too: a type may live on the heap, and
// what such a type says by an offset (its name, the types and the code of its
// methods) the runtime finds in a table that reflect.addReflectOff fills. What
// reflect's own constructors lack is a name, methods, embedded fields, and
// types that refer to themselves; here is how these are laid out. Everything
// known about the layout is in layout.go and the assembly; [Check] compares it
// with compiled types, and nothing is made where they differ.
//
// A method of such a type has as its code one of a fixed number of stubs that
// jump to a function value, which may be exchanged at any time.
//
// Types are never freed. Of compiled types the linker leaves out the methods
// that nothing can call, which for exported ones it believes only where the
// program doesn't call methods by reflect: a program that makes interfaces here,
// to ask compiled types for, has to use reflect's Method.
package gotype
