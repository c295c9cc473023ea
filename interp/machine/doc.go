// Package machine runs numeric functions of cells: instructions on registers, executed by one loop,
// about fifty times as fast as the interpreter's nodes. Package lower makes them from SSA.
//
// A register is a word, which holds a number or a boolean, or a pointer, which the garbage collector
// sees. Values of other types take several registers (see [Slot]): strings, slices and structs are
// taken apart; of a value with very many parts the register is a pointer to a copy that nothing changes
// ([Slot].Held). Pointers refer to Go's own memory, so that slices, maps and variables are shared
// with compiled and interpreted code.
//
// A [Function] is called from Go by a function value ([Function.Value]), and calls others by [Call],
// compiled ones by [CallGo]. It is never entered by two goroutines with the same registers: each call
// from Go takes a [Thread].
//
// The constants of [Op] have comments that say what each operation does; [Code.Listing] prints code in the same
// notation (listing.go), as krigo debug does. Both come from one table, in gen/main.go, which also has the statements
// that the loop executes.
//
// Code of package dual computes tangents next to words, in a loop of its own; see [Tangent].
package machine

//go:generate go run ./gen
