// Package worker is the process that runs cells. It holds the interpreter and
// the user's values, and obeys a session over inherited pipes; whatever user
// code does to its process, the session lives on and starts another.
//
//	if err := worker.Main(); err != nil {
//		fmt.Fprintln(os.Stderr, err)
//		os.Exit(1)
//	}
package worker
