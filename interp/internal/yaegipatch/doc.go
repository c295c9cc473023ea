// Package yaegipatch loads source into the interpreter and replaces what its nodes
// do: for numbers, strings, elements, fields, assignments and calls, also of compiled
// functions, it replaces code that goes through reflection by code that reads and
// writes memory. Panics are Go's, with the numbers that reflection leaves out, and
// an argument of -0 stays -0.
//
// A node has a generator (gen), which makes the function that is executed
// (exec) after all nodes that follow it in the flow of control have theirs.
// This package replaces generators after the source has been compiled and before it
// is executed. If one of krigo's does not support a case, it calls the one that it
// replaced, so that only speed and the words of errors depend on it.
//
// The current line of a function, which emitted code assigns before an operation that
// can panic, is kept in the frame of the call (call.go): each call has its own, in
// recursion and in goroutines.
//
// The steps that calls take are counted by function (steps.go), so that the user can
// be warned about functions that keep the interpreter busy. Operations that wait for
// other goroutines are noted while they wait (waits.go), for messages about deadlocks.
//
// Then the interpreter forgets the data about source that execution does not
// need (forget.go): it executes closures, and most of them need no node.
// Functions stay by name, for later cells; the one that holds a cell's statements
// is dropped when it has run. The interpreter's own messages have no positions
// without the nodes.
//
// The types in layout.go are copies of the interpreter's own, of the version
// in go.mod. They are compared at the start, by name, type and offset: if they
// differ, source is loaded unpatched.
//
// The package relies on these properties of emitted code (package emit): no
// defer of the interpreter's own, no types but compiled ones, no literals of
// functions as operands of calls of emitted functions.
package yaegipatch
