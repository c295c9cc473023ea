package worker

import (
	"sync"

	"krigo/cell"
)

// mailbox holds messages of comms until their handlers are free. It is of any
// size, so that who fills it never waits.
type mailbox struct {
	mu      sync.Mutex
	filled  *sync.Cond
	waiting []*cell.CommMessage
}

func newMailbox() *mailbox {
	b := &mailbox{}
	b.filled = sync.NewCond(&b.mu)
	return b
}

func (b *mailbox) put(m *cell.CommMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, m)
	b.filled.Signal()
}

// next waits for a message.
func (b *mailbox) next() *cell.CommMessage {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.waiting) == 0 {
		b.filled.Wait()
	}
	m := b.waiting[0]
	b.waiting = b.waiting[1:]
	return m
}
