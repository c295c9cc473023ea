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
// The packages below divide the work: static knows the Go of a session and
// runs none, worker runs cells. What cells can import is given to both, since they
// are two processes: types and documentation (static.World) to a session by its
// options, and symbol tables to worker.Main, which the executable that holds a
// worker calls (krigo worker). Package symbols has the types, symbols/tables the
// tables of krigo's packages; a session links neither them nor gplib.
//
// # A cell
//
// static checks it and composes a unit, which goes to the worker (package
// wire). When the worker answers that the declarations are known, they are the
// session's; events follow, in one order, and the result is the last of them.
//
// Not every cell is Go (reading.go): one that begins with % is a command (commands.go,
// one file each), one that begins with ! and is no Go a line for the shell (shell.go),
// one that asks with a question mark what a name is a question, and help, exit and
// quit are words (question.go). The session runs them all, so that kernel, terminal
// and scripts have the same. What inspection and commands tell of values they ask the
// worker for (peek.go), which answers by reflection, runs no method of a user's value,
// and gives nothing while a cell runs. Which functions of cells are compiled, and what
// keeps the others out, the front knows by itself (fast.go); which have kept the
// interpreter busy comes with a result.
//
// # Interrupts
//
// An interrupt cancels the cell's ctx at once. In a grace of 100 ms, or of 5 ms where nobody has looked at ctx, compiled
// library calls return what they have; a long evaluation is given up, and a
// posterior is factorised at its first use. Then the worker stops the
// interpreter and waits until the stopped code has left it. A cell that is there
// [Options].StopTimeout after the interrupt is blocked where nothing reaches it:
// the user is told, and a second interrupt replaces its worker
// ([Session.Abandon]); where nobody is there to interrupt twice, that is done at
// once. Whatever the cell fails with, its error is then an Interrupt; one that
// ends well within the grace keeps its value. Questions (input) are asked only
// while a cell runs, and end with ctx.
//
// # After a death
//
// A worker that dies is replaced, and the session replays in order the units that
// still hold: imports, types, constants, functions and the types of variables,
// but no statement. Variables are zero again, and the message names them. Comms
// are closed. What the dead worker wrote or printed last is found in what the
// session keeps of the pipes and of package ring.
//
// # Comms
//
// display.HandleComm, display.OpenComm and package widget are the users' side. The
// session keeps which targets and comms there are, so that it refuses an unknown
// target by itself, and what a worker has noted of the front end, which the next
// worker is told. The worker runs handlers one at a time, as evaluations of the
// cell that made the comm: they wait for a cell that runs and a cell for them,
// what they show and how they fail goes to that cell, and interrupts end them.
// Updates of a widget that wait are merged. Handlers of comms that ask for it run
// beside cells. When a worker dies, the front end hears of each comm that it is
// closed, or what the comm has left to be said.
package interp
