package server

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// semaphore bounds the number of kernels that run at once, first come, first served: while a
// request waits, all slots are taken.
type semaphore struct {
	most int

	mu    sync.Mutex
	taken int
	queue []*waiter
}

// waiter waits for a place.
type waiter struct {
	tell func(note string)
	turn chan struct{} // closed when it has a place
}

// take waits for a slot, and meanwhile reports how many are before. It fails with ctx.
func (s *semaphore) take(ctx context.Context, tell func(note string)) (release func(), err error) {
	w := s.ask(tell)
	if w == nil {
		return sync.OnceFunc(s.release), nil
	}
	select {
	case <-w.turn:
		return sync.OnceFunc(s.release), nil
	case <-ctx.Done():
		s.leave(w)
		return nil, context.Cause(ctx)
	}
}

// ask takes a place that is free, or begins to wait.
func (s *semaphore) ask(tell func(note string)) *waiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken < s.most {
		s.taken++
		return nil
	}
	w := &waiter{tell, make(chan struct{})}
	s.queue = append(s.queue, w)
	s.tellFrom(len(s.queue) - 1)
	return w
}

// release passes a slot on to the request that waits longest.
func (s *semaphore) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		s.taken--
		return
	}
	close(s.queue[0].turn)
	s.queue = s.queue[1:]
	s.tellFrom(0)
}

// leave ends a wait. A waiter whose turn had come gives its place back.
func (s *semaphore) leave(w *waiter) {
	s.mu.Lock()
	at := slices.Index(s.queue, w)
	if at >= 0 {
		s.queue = slices.Delete(s.queue, at, at+1)
		s.tellFrom(at)
	}
	s.mu.Unlock()
	if at < 0 {
		s.release()
	}
}

// tellFrom reports their position to the waiting requests from one on.
func (s *semaphore) tellFrom(at int) {
	for i := at; i < len(s.queue); i++ {
		s.queue[i].tell(s.note(i))
	}
}

func (s *semaphore) note(before int) string {
	note := fmt.Sprintf("%d of %d sessions are in use; yours starts when one ends", s.most, s.most)
	switch before {
	case 0:
		return note + ". You are next."
	case 1:
		return note + ", after that of another who waits."
	}
	return fmt.Sprintf("%s, after those of %d others who wait.", note, before)
}
