// Package effects finds what a cell reads and writes.
//
// The names of types, constants and imports come from the syntax of a checked cell, all
// others from the SSA form of the file that is composed of it. The cell's statements are
// solved in parts, one after another (parts.go): each statement is one, and so is what
// precedes an assignment to a whole variable. Within a part, and within functions, the
// order of instructions does not matter. A part runs with all functions that it calls,
// each call with the values of its own (solve.go).
//
// # Shared memory
//
// A value has a place, and what its contents refer to is one place, too; places that may
// be the same are joined (Steensgaard, "Points-to analysis in almost linear time", POPL
// 1996). A variable and what a pointer or a slice refers to are places alike, the fields of
// a struct are of its place, and a function value refers to the place that holds the
// function. A change of a place is a write of the names that the part mentions and that
// reach the place, and perhaps one of the others that do. The places of the session's
// variables are kept from cell to cell (Known); a variable that is set as a whole gets
// another place, unless something refers to the variable itself.
//
// # What is said too often
//
// Effects err on the side of too many names. The elements of a slice, a map or a struct are
// not told apart; a branch counts as taken; of the functions that one variable holds all
// are called; and a function literal mentions its types, constants and imports where it is
// made, not where it is called.
//
// # Compiled code
//
// Functions of packages are not looked into. compiled.go has what is known of them,
// from their documentation; of the others it is said that they may change what they
// are handed by reference.
package effects
