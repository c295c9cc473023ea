// Package emit translates checked Go into a small subset of Go that the interpreter
// runs correctly: golang.org/x/tools/go/ssa makes generics, closures, the order of
// evaluation, defers, ranges over functions and the operations of interfaces
// explicit, and this package writes each SSA function as one function of
// declared registers, labels and gotos.
//
// Emitted code declares no types. The interpreter sees compiled types only,
// imported from package q: Go's own, and types that the worker makes (package
// gotype) from the descriptions in the unit. A cell's type has two views of one
// memory layout:
//
//   - its true type, with its name, its methods and the names of its fields,
//     is the type in interfaces and in compiled code;
//   - its work type is the type in the interpreter: named types become what they
//     are made of, and structs have exported fields F0, F1, …, since
//     reflection, on which the interpreter is built, sets no others.
//
// Where a value goes into an interface or comes out of one, it turns from one
// view to the other (boxes.go). Interface types have one view.
//
// A unit is the text with descriptions of the types and symbols that it needs; code
// of earlier units is known by keys (keys.go). An assignment of the line precedes
// each operation that can panic (marks.go).
//
// [Emitter.Unit] goes through the files in one direction, which layers_test.go
// enforces: emitter.go asks selection.go which functions the machine runs, and
// function.go and the files below it for the text of the others; all of these use
// the tables (types.go and the like) that know what the session has emitted.
//
// Where a construct is written, for those who have found it wrong in the text that krigo debug prints:
//
//	instructions.go    most instructions, one case each
//	blocks.go          labels, jumps, branches and phis
//	function.go        parameters, results, captured variables, the frame of a function that defers
//	threads.go         go, defer and select
//	calls.go           calls and builtin functions
//	ranges.go          range over maps and strings; SSA makes loops of the others
//	boxes.go           conversions to interfaces, type assertions
//	operands.go        expressions, constants and conversions
//
// and what decides about it before:
//
//	order.go           the order of reads and calls in a statement
//	inlined.go         reads that the compiler makes earlier where it inlines, for notes
//	corrections.go     where SSA itself differs from Go
//	promoted.go        methods that come through unexported types of packages
//	fuse.go            which values are written into the statement that uses them
//	marks.go           which statements set the line for panics
//	selection.go       which functions are not emitted, since the machine runs them
//	views.go           which types have two views
//
// Nothing here runs code or uses reflection on values.
package emit
