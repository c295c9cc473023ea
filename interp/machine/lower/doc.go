// Package lower translates SSA functions into instructions of package machine.
//
// A function is lowered if the machine supports all its operations: numbers, strings that
// are read, arrays, slices, maps, structs and interfaces of these, closures, deferred calls and panics, and calls of
// functions that are lowered or compiled. Channels and goroutines are not among them. Otherwise
// a [Refusal] gives the reason and its position.
//
// The passes, in the order in which a function goes through them:
//
//	statements.go       Reorder: the order in which assignments read elements
//	inline.go           short calls are replaced by their functions            (optional)
//	closures.go         and calls of function values that are known            (optional)
//	places.go           variables: in registers, in the frame, or on the heap
//	motion.go           fuse: instructions that their users execute            (optional)
//	hoist.go            loop-invariant code is executed before the loop        (optional)
//	motion.go           fuseIndexes: elements that are read by their users     (optional)
//	copypropagation.go  copies that share the registers of their variables     (optional)
//	allocation.go       registers of all other values, with liveness.go
//	block.go            blocks, branches and jumps are emitted
//	instruction.go      and instructions in them, by way of arithmetic.go (numbers, strings, comparisons),
//	                    access.go (memory, maps, ranges), interfaces.go, calls.go and defers.go, with operands.go
//	peephole.go         copies, loads and unread values in the finished code, by way of effects.go (optional)
//	jumps.go            and jumps in it                                        (optional)
//
// An optional pass makes code faster and nothing else. To find out whether one is at fault, take its call out of
// lowering.lower or lowering.arrange (lower.go): if the function is right without, it is.
package lower
