package mime

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"krigo/cell"
	"krigo/display/internal/guard"
)

// Output receives what is shown. Its methods may be called from several
// goroutines.
type Output interface {
	// Show adds b to the output. A non-empty id names it; with update, b replaces the
	// outputs with that id instead.
	Show(b cell.Bundle, id string, update bool)
	// Clear removes the output; with wait, when the next output arrives.
	Clear(wait bool)
	// Page shows b in the pager.
	Page(b cell.Bundle)
	// Comm sends a message of user code over a comm.
	Comm(m cell.CommMessage)
}

// Failing is an Output on which a value that cannot be shown is a failure. Fail need
// not return.
type Failing interface {
	Output
	Fail(err error)
}

// Conversing is an Output that may be connected to a front end that answers comms.
type Conversing interface {
	Output
	// Converses reports whether one is there.
	Converses() bool
}

// Converses reports whether there is a front end that answers comms. Without one,
// values that use comms show themselves as text.
func Converses() bool {
	o, ok := output().(Conversing)
	return ok && o.Converses()
}

// Recording is an Output that may be saved in a file, whose readers see the output
// without a process that answers comms.
type Recording interface {
	Output
	// Records reports whether it is.
	Records() bool
}

// Records reports whether the output is saved in a file that also holds the state of
// comms, for readers without a kernel.
func Records() bool {
	o, ok := output().(Recording)
	return ok && o.Records()
}

// Guarding is an Output of a program that interprets users' functions, and knows more
// about their panics than the panic value says.
type Guarding interface {
	Output
	// Guard calls f and returns how f, named who, failed: by a panic or an interrupt.
	Guard(who string, f func()) error
	// Interrupted reports whether its caller was interrupted: an interrupted interpreted
	// function returns zero values.
	Interrupted() bool
}

// Guard calls f and returns a panic of it as an error, which names who.
func Guard(who string, f func()) error {
	if o, ok := output().(Guarding); ok {
		return o.Guard(who, f)
	}
	_, err := guard.Call(who, func() struct{} { f(); return struct{}{} })
	return err
}

// Interrupted reports whether an interpreted function that has just returned was
// interrupted, so that its result is invalid.
func Interrupted() bool {
	o, ok := output().(Guarding)
	return ok && o.Interrupted()
}

// current is the process's output. Like package log's default logger it is
// global on purpose: a process has one place where its user looks.
var current = struct {
	sync.Mutex
	output Output
}{output: &textOutput{}}

// SetOutput directs all that is shown from now on to o and returns the output
// before it. A nil o restores the default, which writes text/plain to
// standard output.
func SetOutput(o Output) Output {
	if o == nil {
		o = &textOutput{}
	}
	current.Lock()
	defer current.Unlock()
	old := current.output
	current.output = o
	return old
}

func output() Output {
	current.Lock()
	defer current.Unlock()
	return current.output
}

// textOutput writes the text/plain form of what is shown.
type textOutput struct {
	mu sync.Mutex
	w  io.Writer // nil is os.Stdout, whatever it is by then
}

func (t *textOutput) Show(b cell.Bundle, _ string, _ bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := t.w
	if w == nil {
		w = os.Stdout
	}
	fmt.Fprintln(w, strings.TrimSuffix(b.Plain(), "\n"))
}

// Clear does nothing: text that was written stays.
func (t *textOutput) Clear(bool) {}

// Comm does nothing: there is no front end.
func (t *textOutput) Comm(cell.CommMessage) {}

func (t *textOutput) Page(b cell.Bundle) { t.Show(b, "", false) }
