// Package interp runs Go in cells. A Session checks each cell against what
// the cells before it declared, and lets a worker process run it, so that
// nothing a cell does can end the session.
//
//	s, err := interp.Start(ctx, interp.Options{Symbols: symbols.NewWorld()})
//	if err != nil {
//		return err
//	}
//	defer s.Close()
//	value, err := s.Eval(ctx, cell.Cell{Label: "cell 1", Source: "1 + 1"}, out)
//	fmt.Println(value.Data["text/plain"]) // 2
//
// The packages below divide the work: static analyses the Go of a session without running
// it, and worker runs cells. They are in two processes, and each is given the packages
// that cells can import: a session gets types and documentation (static.World) in its
// options; worker.Main, which the executable of a worker (krigo worker) calls, gets
// symbol tables. Package symbols has the types, symbols/tables the tables of krigo's
// packages; a session links neither these tables nor gplib.
//
// # A cell
//
// static checks the cell and composes a unit, which goes to the worker (package wire).
// When the worker answers that it has the declarations, the session commits them; events
// follow in order, the result last.
//
// Not every cell is Go (reading.go): one that begins with % is a command (commands.go,
// one file each), one that begins with ! and is not Go is a line for the shell
// (shell.go), one that asks about a name with a question mark is a question, and help,
// exit and quit are words (question.go). The session runs them all, so that kernel,
// terminal and scripts behave alike. Inspection and commands ask the worker for values
// (peek.go), which answers by reflection, runs no method of a user's value, and answers
// nothing while a cell runs. The session itself knows which functions of cells are
// compiled, and why the others are not (fast.go); a result lists those that have kept the
// interpreter busy.
//
// # Interrupts
//
// An interrupt cancels the cell's ctx at once. Within a grace period of 100 ms, or of 5 ms if no code has read ctx,
// compiled library calls return what they have; a long evaluation is given up, and a posterior is factorised at its
// first use. Then the worker stops the interpreter and waits until the stopped code has left it. A cell that still
// runs [Options].StopTimeout after the interrupt is blocked in code that cannot be stopped: the user is warned, and a
// second interrupt replaces its worker ([Session.Abandon]); an unattended session replaces it at once. The error of
// an interrupted cell is always an Interrupt; a cell that succeeds within the grace period keeps its value. Questions
// (input) are asked only while a cell runs, and end with ctx.
//
// # After a death
//
// A worker that dies is replaced, and the session replays in order the units that still
// hold: imports, types, constants, functions and the types of variables, but no
// statement. Variables are zero again, and the message names them. Comms are closed. The
// last output of the dead worker is recovered from the session's ends of the pipes and
// from package ring.
//
// # Comms
//
// display.HandleComm, display.OpenComm and package widget are the users' side. The
// session records the targets and comms, so that it can refuse an unknown target itself,
// and the worker's notes on the front end, which it passes to the next worker. The worker
// runs handlers one at a time, as evaluations of the cell that made the comm: handlers
// and cells wait for each other, the output and errors of handlers go to that cell, and
// interrupts end them. Waiting updates of a widget are merged. Handlers of comms that ask
// for it run concurrently with cells. When a worker dies, the front end gets for each
// comm a close message, or the message that the comm has left for that case.
package interp
