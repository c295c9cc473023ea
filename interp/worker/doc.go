// Package worker is the process that runs cells. It holds the interpreter and
// the user's values, and obeys a session over inherited pipes; whatever user
// code does to its process, the session lives on and starts another.
//
// Package core makes the types and symbols of a unit and loads its text. Then the
// worker answers that the cell's declarations are known and runs the cell: its
// statements, the trailing error, the value. All that the cell emits is one stream
// of events in the order in which it came about; live displays are ended before
// the result, which is the last (emitter.go, capture.go).
//
// The goroutine that runs a cell bears a profiler's label, which those that it
// starts inherit, in compiled code too: by it the worker knows the cell of what
// they emit, and %jobs lists them (jobs.go). Stacks end at 128 MB, and on Linux
// memory at four fifths of what there is (limit_linux.go): the Go runtime fails
// with a message then, and not the machine.
//
//	if err := worker.Main(tables.Exports); err != nil {
//		fmt.Fprintln(os.Stderr, err)
//		os.Exit(1)
//	}
package worker
