//go:build js

package main

import "sync"

// mailbox keeps what the page sends until it is taken: a function that the page calls must not wait.
type mailbox[T any] struct {
	mu      sync.Mutex
	changed *sync.Cond
	waiting []T
}

func newMailbox[T any]() *mailbox[T] {
	m := &mailbox[T]{}
	m.changed = sync.NewCond(&m.mu)
	return m
}

func (m *mailbox[T]) put(item T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting = append(m.waiting, item)
	m.changed.Signal()
}

// take waits for the next item.
func (m *mailbox[T]) take() T {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.waiting) == 0 {
		m.changed.Wait()
	}
	next := m.waiting[0]
	m.waiting = m.waiting[1:]
	return next
}
