package server

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// places are those of kernels, of which so many may run at once. Who finds none waits
// for his turn.
type places struct {
	most int

	mu    sync.Mutex
	taken int
	queue []*waiter
}

// waiter is who waits for a place.
type waiter struct {
	tell func(note string)
	turn chan struct{} // closed when a place is his
}

// take waits for a place, and tells meanwhile how many are before. It fails with ctx.
func (p *places) take(ctx context.Context, tell func(note string)) (release func(), err error) {
	w := p.ask(tell)
	if w == nil {
		return sync.OnceFunc(p.release), nil
	}
	select {
	case <-w.turn:
		return sync.OnceFunc(p.release), nil
	case <-ctx.Done():
		p.leave(w)
		return nil, context.Cause(ctx)
	}
}

// ask takes a place that is free, or begins to wait.
func (p *places) ask(tell func(note string)) *waiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken < p.most {
		p.taken++
		return nil
	}
	w := &waiter{tell, make(chan struct{})}
	p.queue = append(p.queue, w)
	p.tellFrom(len(p.queue) - 1)
	return w
}

// release gives a place back, to who waits longest.
func (p *places) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) == 0 {
		p.taken--
		return
	}
	close(p.queue[0].turn)
	p.queue = p.queue[1:]
	p.tellFrom(0)
}

// leave ends a wait. One whose turn had come gives the place back.
func (p *places) leave(w *waiter) {
	p.mu.Lock()
	at := slices.Index(p.queue, w)
	if at >= 0 {
		p.queue = slices.Delete(p.queue, at, at+1)
		p.tellFrom(at)
	}
	p.mu.Unlock()
	if at < 0 {
		p.release()
	}
}

// tellFrom tells those who wait, from one on, how it stands.
func (p *places) tellFrom(at int) {
	for i := at; i < len(p.queue); i++ {
		p.queue[i].tell(p.note(i))
	}
}

func (p *places) note(before int) string {
	note := fmt.Sprintf("%d of %d sessions are in use; yours starts when one ends", p.most, p.most)
	switch before {
	case 0:
		return note + ". You are next."
	case 1:
		return note + ", after that of another who waits."
	}
	return fmt.Sprintf("%s, after those of %d others who wait.", note, before)
}
