// Package repl runs a Go session in a terminal: an interactive loop that reads
// cells and prints their results, and the runner of scripts.
//
//	screen := &repl.Screen{Out: os.Stdout, Err: os.Stderr}
//	err := repl.Loop(ctx, session, repl.NewLines(os.Stdin, session.IsComplete), screen)
package repl
