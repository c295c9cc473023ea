package wire

import (
	"krigo/cell"
	"krigo/interp/emit"
)

// The files that a worker inherits next to its standard ones, in this order.
const (
	RequestsFile = iota // requests come in
	EventsFile          // events go out
	StdoutFile          // the reading end of its standard output
	StderrFile          // the reading end of its standard error
	TextFile            // the memory of package ring
)

// The kinds of Request.
const (
	KindStart     = "start"     // the first: Args and MemoryLimit; answered by ready
	KindEval      = "eval"      // load Units, run Runs and show Value; answered by a result
	KindInterrupt = "interrupt" // end the evaluation that runs
	KindAnswer    = "answer"    // the user's answer to an input event
	KindPeek      = "peek"      // tell about the values of Exprs; answered by a result
	KindJobs      = "jobs"      // tell which goroutines cells left behind; answered by a result
	KindPlace     = "place"     // go to Dir, and set the variables of Env; answered by a result with both as they are
	KindComm      = "comm"      // a front end's message for the handlers of Comm; answered by handled
	// KindInterruptHandlers ends the handlers that run.
	KindInterruptHandlers = "interruptHandlers"
)

// Request is a message of the session to the worker.
type Request struct {
	Kind string `json:"kind"`
	// ID numbers evaluations, and for an answer the input that it answers.
	ID int `json:"id,omitempty"`
	// Cell numbers the cells of the session, from 1.
	Cell int `json:"cell,omitempty"`
	// Columns is the maximal width of shown texts, or 0.
	Columns int `json:"columns,omitempty"`
	// Args become os.Args.
	Args []string `json:"args,omitempty"`
	// MemoryLimit, in bytes, bounds what the process may allocate; 0 is the default.
	MemoryLimit uint64 `json:"memoryLimit,omitempty"`
	// Program reports that a panic in a goroutine ends the process.
	Program bool `json:"program,omitempty"`
	// Converses reports that a front end answers comms, Records that a file keeps them,
	// and Notes what earlier processes of the session have noted.
	Converses bool               `json:"converses,omitempty"`
	Records   bool               `json:"records,omitempty"`
	Notes     []cell.CommMessage `json:"notes,omitempty"`
	// Unattended reports that a panic in a goroutine fails the cell that runs.
	Unattended bool `json:"unattended,omitempty"`
	// Units are the units to load, in order.
	Units []*emit.Unit `json:"units,omitempty"`
	// Runs are the expressions that run the statements, in order.
	Runs []string `json:"runs,omitempty"`
	// Value is a slice that holds the value to show, if the cell came so far; or empty.
	Value string `json:"value,omitempty"`
	// Forget are the variables of Value, to be emptied when it is shown.
	Forget []string `json:"forget,omitempty"`
	// Failure reports that Value is an error: the failure when it is not nil.
	Failure bool `json:"failure,omitempty"`
	// Trailing is the expression of an error result next to Value, or empty:
	// the failure if it is not nil; then Value is not shown.
	Trailing string `json:"trailing,omitempty"`
	// Exprs are expressions to peek at.
	Exprs []string `json:"exprs,omitempty"`
	// Dir, where not empty, is the folder to go to. Env are variables to set, as
	// NAME=VALUE.
	Dir string   `json:"dir,omitempty"`
	Env []string `json:"env,omitempty"`
	// Text is the user's answer.
	Text string `json:"text,omitempty"`
	// Refused is the reason for a missing answer; Interrupted reports that the question
	// was interrupted.
	Refused     string `json:"refused,omitempty"`
	Interrupted bool   `json:"interrupted,omitempty"`
	// Comm is the message of a comm.
	Comm *cell.CommMessage `json:"comm,omitempty"`
}

// The kinds of Event.
const (
	KindReady    = "ready"
	KindStream   = "stream"
	KindDisplay  = "display"
	KindClear    = "clear"
	KindPage     = "page"
	KindInput    = "input"
	KindDeclared = "declared" // all Units of an evaluation were evaluated
	KindResult   = "result"
	KindEnds     = "ends"    // the process ends on its own, and has reported why
	KindHandled  = "handled" // the handlers of the comm's message of that ID have ended
)

// Event is a message of the worker to the session.
type Event struct {
	Kind string `json:"kind"`
	// ID identifies the evaluation that ended, or the comm message that was
	// handled, or numbers an input.
	ID int `json:"id,omitempty"`
	// Cell is the cell that emits this, if it is not the latest.
	Cell int `json:"cell,omitempty"`
	// Name and Text are a stream's; Text is an input's prompt.
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
	// UpTo, where not 0, is the position of the ring behind Text.
	UpTo uint64 `json:"-"`
	// Bundle is the data to show or to page, or a result's value.
	Bundle *cell.Bundle `json:"bundle,omitempty"`
	// Display names the output, and Update replaces the one of that name.
	Display string `json:"display,omitempty"`
	Update  bool   `json:"update,omitempty"`
	// Wait delays a clear until the next output.
	Wait bool `json:"wait,omitempty"`
	// Password hides what the user types.
	Password bool `json:"password,omitempty"`
	// Fault is the reason why an evaluation failed.
	Fault *Fault `json:"fault,omitempty"`
	// Busy are functions that have done many steps of the interpreter in an evaluation, by their emitted names, and how
	// many.
	Busy map[string]int64 `json:"busy,omitempty"`
	// Comm is the message of an event of KindComm.
	Comm *cell.CommMessage `json:"comm,omitempty"`
	// Peeks describe the values of a peek's Exprs; there are none where a
	// cell runs.
	Peeks []Peek `json:"peeks,omitempty"`
	// Dir is the folder in which the worker is, and Env its environment.
	Dir string   `json:"dir,omitempty"`
	Env []string `json:"env,omitempty"`
	// Jobs are the goroutines that cells left behind.
	Jobs []Job `json:"jobs,omitempty"`
}

// Job is a goroutine that a cell left behind.
type Job struct {
	// Cell is the number of the cell.
	Cell int `json:"cell"`
	// State is the Go runtime's word for what it does, such as "chan receive,
	// 2 minutes".
	State string `json:"state"`
}

// Peek describes a value.
type Peek struct {
	// Known is false where it could not be looked at.
	Known bool `json:"known"`
	// Text is the value in short.
	Text string `json:"text"`
	// Size is the memory that it takes with all that it refers to, in bytes.
	Size int64 `json:"size"`
}

// The classes of Fault.
const (
	FaultCompile   = "compile"   // the interpreter refused the source
	FaultPanic     = "panic"     // the statements panicked
	FaultExit      = "exit"      // the statements called os.Exit
	FaultInterrupt = "interrupt" // the evaluation was interrupted
	FaultError     = "error"     // the trailing error is not nil
	FaultInput     = "input"     // the user could not be asked
)

// Fault is the reason why an evaluation failed.
type Fault struct {
	Class string `json:"class"`
	// Message describes what happened. For an interrupt it is empty if the cell
	// was stopped, and otherwise describes how the cell ended on its own.
	Message string `json:"message"`
	// Code is the exit code given to os.Exit.
	Code int `json:"code,omitempty"`
	// Value reports that the cell's last value is the failure.
	Value bool `json:"value,omitempty"`
	// Stack are the interpreted functions that were running, innermost first.
	Stack []Place `json:"stack,omitempty"`
}

// Place is a line of a cell.
type Place struct {
	Cell     string `json:"cell"`
	Line     int    `json:"line"`
	Function string `json:"function,omitempty"`
}
