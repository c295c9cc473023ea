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
// Roots are grouped: those of a group may refer to the same memory, and a function
// value has the functions that its group holds (Steensgaard, "Points-to analysis in
// almost linear time", POPL 1996, with groups of whole variables). A change of what
// one refers to is a write of that one, and perhaps of the others of its group. The
// groups of the session's variables are kept from cell to cell (Known); a variable
// that is set as a whole leaves its group, unless something refers to the variable
// itself.
//
// # Compiled code
//
// Functions of packages are not looked into. compiled.go has what is known of them,
// from their documentation; of the others it is said that they may change what they
// are handed by reference.
package effects
