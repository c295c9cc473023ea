// Package effects finds what a cell reads and writes.
//
// A checked cell is lowered to bodies (lower*.go): lists of ops on roots, of which a
// root is a name of the session or something local. What a function does is solved
// to what its caller sees of it (solve.go), by parameters, so that each call is known
// by its own arguments. Within a statement, and within a function, the order of what
// is done does not matter; from statement to statement of a cell it does.
//
// # Shared memory
//
// A root has a place, and what its contents refer to is one place, too; places that may
// be the same are made one (Steensgaard, "Points-to analysis in almost linear time",
// POPL 1996). A variable and what a pointer or a slice refers to are places alike, the
// fields of a struct are of its place, and a function value refers to the place that
// holds the function. A change of a place is a write of the names that the statement
// mentions and that reach the place, and perhaps one of the others that do. The places
// of the session's variables are kept from cell to cell (Known); a variable that is set
// as a whole gets another place, unless something refers to the variable itself.
//
// # Compiled code
//
// Functions of packages are not looked into. compiled.go has what is known of them,
// from their documentation; of the others it is said that they may change what they
// are handed by reference.
package effects
