// Package effects finds what a cell reads and writes.
//
// The names of types, constants and imports come from the syntax of a checked cell, all
// others from the SSA form of the file composed from it. The cell's statements are solved
// in parts, one after another (parts.go): each statement is a part, and so is the code
// before an assignment to a whole variable. Within a part, and within functions, the
// order of instructions does not matter. A part is solved together with all functions
// that it calls, each call with its own values (solve.go).
//
// # Shared memory
//
// A value has a place, and all memory that its contents refer to is one place, too; places
// that may be the same are joined (Steensgaard, "Points-to analysis in almost linear time",
// POPL 1996). Variables are places, and so are the targets of pointers and slices. The
// fields of a struct belong to its place, and a function value refers to the place that
// holds the function. A change of a place is a write of the names that the part mentions
// and that reach the place, and perhaps one of the others that do. The places of the
// session's variables are kept from cell to cell (Known); a variable that is set as a whole
// gets another place, unless something refers to the variable itself.
//
// # Over-approximation
//
// Effects err on the side of too many names. The elements of a slice, a map or a struct are
// not distinguished; a branch counts as taken; a call of a function variable counts as a
// call of every function that it may hold; and a function literal mentions its types,
// constants and imports where it is made, not where it is called.
//
// # Compiled code
//
// Functions of packages are not analysed. compiled.go lists their effects, from their
// documentation; a function that is not listed may change all that it gets by reference.
package effects
