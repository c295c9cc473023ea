package worker

import (
	"time"

	"krigo/interp/internal/ring"
	"krigo/interp/internal/wire"
)

// printed holds text that cells have printed to standard output and the emitter has yet
// to send. It is in memory shared with the session. The emitter's lock guards it.
type printed struct {
	ring *ring.Ring
	sent uint64        // the position in the ring up to which events went out
	wake chan struct{} // holds one while text waits to be sent
	urgent
}

func newPrinted(r *ring.Ring) *printed { return &printed{ring: r, wake: make(chan struct{}, 1)} }

// waiting returns the number of bytes to send.
func (p *printed) waiting() int { return int(p.ring.End() - p.sent) }

// put appends as much of text as fits, and returns the rest.
func (p *printed) put(text []byte) []byte {
	waiting := p.waiting()
	n := min(len(text), ring.Size-waiting)
	p.ring.Write(text[:n])
	if waiting == 0 {
		select {
		case p.wake <- struct{}{}:
		default:
		}
	}
	return text[n:]
}

// print leaves text to be sent a moment later. If much waits already, or the streams
// themselves were written to before, that is sent first.
func (m *emitter) print(text []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.erring || m.written.Holds() {
		m.drainLocked()
		m.erring = false
	}
	for len(text) > 0 {
		if m.printed.waiting() >= maxChunk {
			m.drainLocked()
		}
		text = m.printed.put(text)
	}
	if m.printed.urgent.now() {
		m.drainLocked()
	}
}

// turnToErrors sends the pending text when a cell that has printed writes to standard
// error.
func (m *emitter) turnToErrors() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.erring {
		m.drainLocked()
		m.erring = true
	}
}

// sendPrinted sends the text printed so far.
func (m *emitter) sendPrinted() {
	p, s := m.printed, m.streams[0]
	for p.waiting() > 0 {
		data := p.ring.Read(m.buffer[:0], p.sent, maxChunk)
		p.sent += uint64(len(data))
		if text := s.text(data); text != "" {
			_ = m.events.Write(wire.Event{Kind: wire.KindStream, Name: s.name, Text: text, UpTo: p.sent}) // see sendText
		}
	}
}

// deliver sends printed text a moment after it came, for as long as the process
// lives.
func (m *emitter) deliver() {
	for range m.printed.wake {
		time.Sleep(coalesce)
		m.drain()
	}
}
