package worker

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"krigo/cell"
	"krigo/display/mime"
	"krigo/interp/internal/wire"
)

// handlers holds the state of comm handlers: the cells that made them, the waiting
// messages and the running handlers.
type handlers struct {
	// Waiting messages: serial for handlers that run while no cell does, the other for
	// handlers that run concurrently with cells.
	serial, beside *mailbox
	requests       *requests
	// running and runningBeside are the evaluations of handlers, where some run.
	running, runningBeside atomic.Pointer[handling]

	mu     sync.Mutex
	makers map[string]int // the cells that made comms, targets and tasks
	// opening are the comms with concurrent handlers that the front end has opened and no
	// handler has taken yet.
	opening map[string]bool
}

// handling is the evaluation of a message's handlers.
type handling struct {
	*turn
	letter *letter
}

func newHandlers() *handlers {
	r := newRequests()
	return &handlers{requests: r, serial: newMailbox(r), beside: newMailbox(r), makers: map[string]int{}, opening: map[string]bool{}}
}

// receive takes a message of the front end for its handlers.
func (w *worker) receive(r wire.Request) {
	box := w.handlers.boxOf(r.Comm)
	superseded, full := box.put(r.Comm, r.ID)
	w.handled(superseded)
	if full {
		w.tell(w.handlers.maker(r.Comm), fmt.Sprintf("More than %d messages wait for handlers of %s: one was dropped.\n", maxLetters, mime.CommName(r.Comm.ID)))
	}
}

// boxOf returns the mailbox of a message: behind the one that opens its comm, if that
// waits.
func (h *handlers) boxOf(m *cell.CommMessage) *mailbox {
	beside := mime.RunsBeside(*m)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case beside && m.Kind == "open":
		h.opening[m.ID] = true
		return h.beside
	case beside || h.opening[m.ID]:
		return h.beside
	}
	return h.serial
}

// handled reports that requests have ended.
func (w *worker) handled(ids []int) {
	for _, id := range ids {
		_ = w.emitter.send(wire.Event{Kind: wire.KindHandled, ID: id}) // if the session is gone, serve notices
	}
}

// serveComms runs handlers one after another, each while no cell runs, for as long as the
// process lives. A message that waits for a cell is taken only when the cell has ended,
// so that updates are still merged.
func (w *worker) serveComms() {
	for {
		w.handlers.serial.await()
		w.evaluating.Lock()
		w.handleNext()
		w.evaluating.Unlock()
	}
}

// handleNext runs the handlers of the first message as an evaluation of the cell
// that made them.
func (w *worker) handleNext() {
	h := w.newHandling(w.handlers.serial.next())
	w.handlers.running.Store(h)
	w.runHandlers(h)
	mime.Flush()
	w.handlers.running.Store(nil)
	if h.fault != nil {
		w.tell(h.number, handlerFault(h.letter.message.ID, h.fault))
	}
	w.handlers.end(h.letter.message)
	w.handled(w.handlers.requests.take(h.letter))
}

func (w *worker) newHandling(l *letter) *handling {
	return &handling{newTurn(w, w.handlers.maker(l.message)), l}
}

// runHandlers calls handlers and waits for their end, also if they are interrupted. They
// run in a separate goroutine, because a handler may end it.
func (w *worker) runHandlers(h *handling) {
	s := newStep()
	h.setStep(s)
	go s.do(func() {
		h.label()
		defer w.recoverInto(h.turn)
		w.handle(h)
		h.returned = true
	})
	select {
	case <-s.ended:
	case <-h.stopped:
		w.stopFrames()
		w.core.Stop()
		close(s.left)
		<-s.ended
		w.revive()
		h.fault = newFault(wire.FaultInterrupt, "")
	}
}

// handle calls the handlers of a message. It fails if no handler is left: user code
// closed the comm while the message was on its way.
func (w *worker) handle(h *handling) { _ = mime.ReceiveComm(*h.letter.message) }

// serveBeside runs the handlers that may run concurrently with cells, one after another.
func (w *worker) serveBeside() {
	for {
		w.handlers.beside.await()
		h := w.newHandling(w.handlers.beside.next())
		w.handlers.runningBeside.Store(h)
		done := make(chan struct{})
		go func() {
			defer close(done)
			w.handleBeside(h)
		}()
		<-done
		w.handlers.runningBeside.Store(nil)
		w.handlers.end(h.letter.message)
		w.handled(w.handlers.requests.take(h.letter))
	}
}

// handleBeside calls the handlers of a message, in a separate goroutine, because a
// handler may end it.
func (w *worker) handleBeside(h *handling) {
	h.label()
	defer w.flushIdle()
	defer func() {
		if r := recover(); r != nil {
			w.tell(h.number, handlerFault(h.letter.message.ID, w.faultOf(r)))
		}
		w.core.Landed()
	}()
	w.handle(h)
}

// handlerFault reports how the handlers of a comm or a task failed.
func handlerFault(id string, f *wire.Fault) string {
	return faultText("A handler of "+mime.CommName(id), f)
}

// flushIdle ends the live displays of a handler. If a cell runs, they may be the cell's,
// and end with it.
func (w *worker) flushIdle() {
	if w.evaluating.TryLock() {
		defer w.evaluating.Unlock()
		mime.Flush()
	}
}

// interrupt ends the running handlers, those that run concurrently with cells by their
// ctx only.
func (h *handlers) interrupt() {
	if t := h.running.Load(); t != nil {
		t.interrupt()
	}
	if t := h.runningBeside.Load(); t != nil {
		t.cancel()
	}
}

// mine returns the evaluation of handlers that the calling goroutine belongs to,
// or nil.
func (h *handlers) mine() *handling {
	for _, t := range []*handling{h.running.Load(), h.runningBeside.Load()} {
		if t != nil && t.isMine() {
			return t
		}
	}
	return nil
}

// maker returns the cell that made the handlers of a message, or 0.
func (h *handlers) maker(m *cell.CommMessage) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m.Kind == "open" {
		h.makers[m.ID] = h.makers[targetKey(m.Target)]
	}
	return h.makers[m.ID]
}

func targetKey(target string) string { return "target " + target }

// end notes that a message was handled, and forgets a comm that the front end closed.
func (h *handlers) end(m *cell.CommMessage) {
	switch m.Kind {
	case "open":
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.opening, m.ID)
	case "close":
		h.forget(m.ID)
	}
}

func (h *handlers) forget(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.makers, id)
}

func (h *handlers) madeBy(key string, number int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.makers[key] = number
}

// sent notes a message of user code. It reports whether to send it to the session.
func (w *worker) sent(m *cell.CommMessage) bool {
	switch m.Kind {
	case "open":
		w.handlers.madeBy(m.ID, w.callersCell())
	case "target":
		w.handlers.madeBy(targetKey(m.Target), w.callersCell())
	case "close":
		w.handlers.forget(m.ID)
	case "task":
		w.handlers.madeBy(m.ID, w.callersCell())
		return false
	case "wake":
		w.wake(m)
		return false
	}
	return true
}

// wake queues a task. If a handler asks for it, the handler's request ends with the last
// of its tasks.
func (w *worker) wake(m *cell.CommMessage) {
	var ids []int
	if h := w.handlers.mine(); h != nil {
		ids = w.handlers.requests.of(h.letter)
	}
	w.handlers.serial.putTask(m, ids)
}

// Comm implements mime.Output.
func (m *emitter) Comm(c cell.CommMessage) {
	if m.sent(&c) {
		m.show(wire.Event{Kind: wire.KindComm, Comm: &c})
	}
}

// Converses implements mime.Conversing.
func (m *emitter) Converses() bool { return m.converses }

// Records implements mime.Recording.
func (m *emitter) Records() bool { return m.records }

// Guard implements mime.Guarding.
func (m *emitter) Guard(who string, f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New(strings.TrimSuffix(faultText(who, m.fault(r)), "\n"))
		}
	}()
	f()
	if m.interrupted() {
		return fmt.Errorf("%s was interrupted", who)
	}
	return nil
}

// Interrupted implements mime.Guarding.
func (m *emitter) Interrupted() bool { return m.interrupted() }

// interrupted reports whether the cell or the handlers that the calling goroutine
// belongs to were interrupted.
func (w *worker) interrupted() bool {
	if h := w.handlers.mine(); h != nil {
		return h.turn.interrupted()
	}
	c := w.running()
	return c.isMine() && c.interrupted()
}
