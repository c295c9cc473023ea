package worker

import (
	"sync"
	"unicode/utf8"

	"krigo/cell"
	"krigo/interp/internal/child"
	"krigo/interp/internal/wire"
)

// maxChunk is the most text in one stream event.
const maxChunk = 64 << 10

// emitter sends events. Before each it sends what was printed, and written to
// the process's standard output and error, until then, so that output, values and
// results arrive in the order in which they came. What was printed is never
// later than what standard output holds: see print.
type emitter struct {
	mu      sync.Mutex
	events  *wire.Writer
	printed *printed
	streams []*stream
	written *child.Watch // of the streams
	erring  bool         // cells wrote to standard error since they printed
	buffer  []byte       // of maxChunk
	// stray numbers the cell of the calling goroutine where it is not the
	// latest, and is 0 otherwise.
	stray func() int
	// sent notes a message over a comm. It reports whether to send it to the session.
	sent      func(*cell.CommMessage) bool
	converses bool // a front end answers comms
	records   bool // a file keeps them
	// fault returns the fault of a panic just recovered; interrupted reports whether the
	// caller was interrupted.
	fault       func(any) *wire.Fault
	interrupted func() bool
	// keeps is where output of the caller is kept back, or nil; capture has it so.
	keeps   func() *kept
	capture func(f func(), take func(parts []cell.Bundle))
}

func newEmitter(events *wire.Writer, text *printed, stdout, stderr *stream, written *child.Watch) *emitter {
	return &emitter{events: events, printed: text, streams: []*stream{stdout, stderr}, written: written, buffer: make([]byte, maxChunk), stray: func() int { return 0 }, keeps: func() *kept { return nil }, sent: func(*cell.CommMessage) bool { return true }}
}

// send sends e behind all output written before it.
func (m *emitter) send(e wire.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drainLocked()
	return m.events.Write(e)
}

// sendResult sends the last event of an evaluation. Bytes that began a
// character which never ended are sent before it.
func (m *emitter) sendResult(e wire.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drainLocked()
	for _, s := range m.streams {
		m.sendText(s.name, s.rest())
	}
	return m.events.Write(e)
}

// drain sends the output written until now.
func (m *emitter) drain() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drainLocked()
}

func (m *emitter) drainLocked() {
	m.sendPrinted()
	for _, s := range m.streams {
		for {
			n := child.ReadNow(s.fd, m.buffer)
			if n == 0 {
				break
			}
			m.sendText(s.name, s.text(m.buffer[:n]))
		}
	}
}

// sendText sends text of a stream. A failure means that the session is gone;
// the loop that reads its requests ends the process then.
func (m *emitter) sendText(name, text string) {
	if text != "" {
		_ = m.events.Write(wire.Event{Kind: wire.KindStream, Name: name, Text: text})
	}
}

// write sends text of the session's own behind all output before it.
func (m *emitter) write(name, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drainLocked()
	m.sendText(name, text)
}

// writeStray sends text of a goroutine that an earlier cell left behind.
func (m *emitter) writeStray(cell int, name, text string) {
	_ = m.send(wire.Event{Kind: wire.KindStream, Cell: cell, Name: name, Text: text})
}

// stream is the reading end of a captured descriptor. Go's poller does not know
// it: it would wake up for every line that is written.
type stream struct {
	name    string
	fd      uintptr
	partial []byte // the beginning of a character whose end is not there yet
}

// text returns data, keeping back a character at its end that is not whole yet.
func (s *stream) text(data []byte) string {
	if len(s.partial) > 0 {
		data = append(s.partial, data...)
	}
	whole := len(data) - partialSize(data)
	s.partial = append([]byte(nil), data[whole:]...)
	return string(data[:whole])
}

// rest returns what text kept back.
func (s *stream) rest() string {
	rest := s.partial
	s.partial = nil
	return string(rest)
}

// partialSize returns the number of bytes at the end of data that begin a character
// without ending it.
func partialSize(data []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		if tail := data[len(data)-n:]; utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Show implements mime.Output.
func (m *emitter) Show(b cell.Bundle, id string, update bool) {
	if k := m.keeps(); k != nil && id == "" {
		k.show(b)
		return
	}
	m.show(wire.Event{Kind: wire.KindDisplay, Bundle: &b, Display: id, Update: update})
}

// Fail implements mime.Failing: the call that shows a value fails.
func (m *emitter) Fail(err error) { panic(unreadError{error: err}) }

// Clear implements mime.Output.
func (m *emitter) Clear(wait bool) { m.show(wire.Event{Kind: wire.KindClear, Wait: wait}) }

// Page implements mime.Output.
func (m *emitter) Page(b cell.Bundle) { m.show(wire.Event{Kind: wire.KindPage, Bundle: &b}) }

// show sends an event of user code, which has no use for an error; it reports the error
// on standard error.
func (m *emitter) show(e wire.Event) {
	e.Cell = m.stray()
	if err := m.send(e); err != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.sendText("stderr", err.Error()+"\n")
	}
}
