// Package worker is the process that runs cells. It holds the interpreter and the user's
// values, and serves a session over inherited pipes; whatever user code does to its
// process, the session lives on and starts another.
//
// Package core makes the types and symbols of a unit and loads its text. Then the worker
// answers that it has the cell's declarations and runs the cell: its statements, the
// trailing error, the value. The cell's output is one stream of events in order; live
// displays end before the result, which is last (emitter.go, capture.go).
//
// The goroutine that runs a cell has a profiler label, which the goroutines that it
// starts inherit, in compiled code too: the label attributes their output to the cell,
// and %jobs lists them (jobs.go). Stacks are limited to 128 MB, and on Linux memory to
// four fifths of the machine's (limit_linux.go): beyond that the Go runtime fails with a
// message, and the machine goes on.
//
//	if err := worker.Main(tables.Exports); err != nil {
//		fmt.Fprintln(os.Stderr, err)
//		os.Exit(1)
//	}
package worker
