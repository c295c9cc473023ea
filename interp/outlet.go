package interp

import (
	"sync"

	"krigo/cell"
	"krigo/interp/internal/wire"
)

// outlet passes on the events of cells: to the output of an event's cell, if that is
// still known, or else to the output in use. One event is passed on at a time.
type outlet struct {
	numbers cellNumbers

	mu      sync.Mutex
	inUse   cell.Output     // the newest cell's; nil before there is one
	passing passingDisplays // on their outputs
}

// use makes out the output in use.
func (o *outlet) use(out cell.Output) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.inUse = out
}

// useAtFirst makes out the output in use unless another is in use already.
func (o *outlet) useAtFirst(out cell.Output) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.inUse == nil {
		o.inUse = out
	}
}

// current returns the output in use, or nil.
func (o *outlet) current() cell.Output {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.inUse
}

// number numbers a cell, whose output is the one in use.
func (o *outlet) number(label string) int { return o.numbers.next(label, o.current()) }

// pass passes an event on.
func (o *outlet) pass(e wire.Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := o.inUse
	if earlier, ok := o.numbers.find(e.Cell); ok {
		out = earlier.out
	}
	if out != nil {
		o.passing.note(e, out)
		pass(e, out)
	}
}

// pass hands an event to an output.
func pass(e wire.Event, out cell.Output) {
	switch e.Kind {
	case wire.KindStream:
		out.Stream(e.Name, e.Text)
	case wire.KindDisplay:
		out.Display(cell.Display{Bundle: *e.Bundle, ID: e.Display, Update: e.Update})
	case wire.KindClear:
		out.Clear(e.Wait)
	case wire.KindPage:
		out.Page(*e.Bundle)
	case wire.KindComm:
		out.Comm(*e.Comm)
	}
}

// print writes text to a stream of the output in use.
func (o *outlet) print(stream, text string) {
	o.pass(wire.Event{Kind: wire.KindStream, Name: stream, Text: text})
}

// tell writes a message of the session itself to the output in use.
func (o *outlet) tell(message string) { o.print("stderr", message+"\n") }

// endPassing shows that the activities of the passing displays have ended with their
// process.
func (o *outlet) endPassing() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.passing.end()
}
