// Package yaegipatch loads source into the interpreter and replaces what its nodes
// do: for numbers, strings, elements, fields, assignments and calls, also of compiled
// functions, it replaces code that goes through reflection by code that reads and
// writes memory. Panics are Go's, with the numbers that reflection leaves out, and
// an argument of -0 stays -0.
//
// A node has a generator (gen), which makes the function that is executed
// (exec) when all that follows it in the flow of control has been generated.
// Here generators are replaced after the source has been compiled and before it
// is executed. Where one of ours does not know a case, it calls the one that it
// replaced, so that nothing depends on it but speed and the words of errors.
//
// The line that a function is at, which emitted code assigns before what can
// panic, is kept in the frame of the call (call.go): each call has its own, in
// recursion and in goroutines.
//
// The steps that calls take are counted by function (steps.go), so that the user can
// be warned about functions that keep the interpreter busy.
//
// Then the interpreter forgets what it keeps of source and execution does not
// need (forget.go): it executes closures, and most of them need no node.
// Functions stay by name, for later cells; the one that holds a cell's statements
// goes when it has run. Positions in the interpreter's own messages are gone with
// the nodes.
//
// The types in layout.go are copies of the interpreter's own, of the version
// that go.mod names. They are compared at the start, by name, type and offset:
// where they differ, source is loaded as it is.
//
// What holds of the code that is emitted (package emit), and is relied on: no
// defer of the interpreter's own, no types but compiled ones, no literals of
// functions as operands of calls of emitted functions.
package yaegipatch
