//go:build js

package main

import "sync"

// mailbox keeps operations until they are carried out: a function that the page calls must not wait.
type mailbox struct {
	mu      sync.Mutex
	changed *sync.Cond
	waiting [][]byte
}

func newMailbox() *mailbox {
	m := &mailbox{}
	m.changed = sync.NewCond(&m.mu)
	return m
}

func (m *mailbox) put(operation []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting = append(m.waiting, operation)
	m.changed.Signal()
}

// take waits for the next operation.
func (m *mailbox) take() []byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.waiting) == 0 {
		m.changed.Wait()
	}
	next := m.waiting[0]
	m.waiting = m.waiting[1:]
	return next
}
