package worker

import (
	"fmt"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/interp/internal/wire"
)

// serveComms hands the front end's messages to the handlers of cells, one
// after the other, for as long as the process lives.
func (w *worker) serveComms() {
	for {
		m := *w.comms.next()
		done := make(chan struct{})
		go func() {
			defer close(done)
			w.receiveComm(m)
		}()
		<-done
	}
}

// receiveComm calls the handlers of a message. A goroutine of its own bears
// it, because a handler may end that.
func (w *worker) receiveComm(m cell.CommMessage) {
	defer w.flushIdle()
	defer func() {
		if r := recover(); r != nil {
			w.report(fmt.Sprintf("A handler of comm %s", m.ID), r)
		}
	}()
	// Where it fails nobody answers any more: user code closed the comm while
	// the message was on its way.
	_ = mime.ReceiveComm(m)
}

// flushIdle ends the live displays of a handler. Where a cell runs they may be
// its own, and end with it.
func (w *worker) flushIdle() {
	if w.evaluating.TryLock() {
		defer w.evaluating.Unlock()
		mime.Flush()
	}
}

// Comm implements mime.Output.
func (m *emitter) Comm(c cell.CommMessage) {
	m.show(wire.Event{Kind: wire.KindComm, Comm: &c})
}
