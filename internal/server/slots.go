package server

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// slots bound the number of kernels that run at once: of all, of a visitor and of an address. While a
// request waits, no slot that it may have is free. A free one goes to the address with the fewest,
// there to the visitor with the fewest, and there to the request that waits longest: so visitors
// take turns, however many requests one has.
type slots struct {
	most, perVisitor, perAddress int

	mu    sync.Mutex
	taken int
	held  map[string]int // by visitor and by address
	queue []*waiter
}

func newSlots(most int) *slots {
	return &slots{most: most, perVisitor: visitorKernels(most), perAddress: addressKernels(most), held: map[string]int{}}
}

// visitorKernels returns how many kernels a visitor may have at once.
func visitorKernels(most int) int { return max(1, most/8) }

// addressKernels returns how many kernels visitors of one address may have at once, such as those of a
// school behind one router, or of one client that pretends to be many.
func addressKernels(most int) int { return max(1, most-max(1, most/4)) }

// owner is who asks for a slot. An unknown address is "", to which no bound applies.
type owner struct{ visitor, address string }

// waiter waits for a slot.
type waiter struct {
	owner
	since time.Time
	tell  func(note string)
	turn  chan struct{} // closed when it has a slot
}

// take waits for a slot, and meanwhile reports why. It fails with ctx.
func (s *slots) take(ctx context.Context, o owner, tell func(note string)) (release func(), err error) {
	w := &waiter{o, time.Now(), tell, make(chan struct{})}
	s.mu.Lock()
	s.queue = append(s.queue, w)
	s.grant()
	s.mu.Unlock()
	release = sync.OnceFunc(func() { s.release(o) })
	select {
	case <-w.turn:
		return release, nil
	case <-ctx.Done():
		s.leave(w)
		return nil, context.Cause(ctx)
	}
}

// grant gives free slots to those that wait, and reports to the others why they wait.
func (s *slots) grant() {
	for {
		at := -1
		for i, w := range s.queue {
			if s.refusal(w.owner) == "" && (at < 0 || s.before(w.owner, s.queue[at].owner)) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		w := s.queue[at]
		s.queue = slices.Delete(s.queue, at, at+1)
		s.count(w.owner, 1)
		close(w.turn)
	}
	for i, w := range s.queue {
		w.tell(s.refusal(w.owner) + position(i))
	}
}

// before reports whether one owner has fewer slots than another.
func (s *slots) before(a, b owner) bool {
	if d := s.held["at "+a.address] - s.held["at "+b.address]; d != 0 && a.address != "" && b.address != "" {
		return d < 0
	}
	return s.held[a.visitor] < s.held[b.visitor]
}

// refusal says why an owner may have no slot now, "" if it may.
func (s *slots) refusal(o owner) string {
	switch {
	case s.taken >= s.most:
		return fmt.Sprintf("%d of %d sessions are in use; yours starts when one ends", s.most, s.most)
	case s.held[o.visitor] >= s.perVisitor:
		return fmt.Sprintf("Your other notebooks use %d, as many as a visitor may; yours starts when one of them is idle or ends", s.perVisitor)
	case o.address != "" && s.held["at "+o.address] >= s.perAddress:
		return fmt.Sprintf("%d sessions of your network are in use, as many as it may have; yours starts when one ends", s.perAddress)
	}
	return ""
}

func position(before int) string {
	switch before {
	case 0:
		return ". You are next."
	case 1:
		return ", after that of another visitor who waits."
	}
	return fmt.Sprintf(", after those of %d other visitors who wait.", before)
}

func (s *slots) count(o owner, n int) {
	s.taken += n
	for _, name := range []string{o.visitor, "at " + o.address} {
		if s.held[name] += n; s.held[name] == 0 {
			delete(s.held, name)
		}
	}
}

// release passes a slot on.
func (s *slots) release(o owner) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(o, -1)
	s.grant()
}

// leave ends a wait. A waiter whose turn had come gives its slot back.
func (s *slots) leave(w *waiter) {
	s.mu.Lock()
	at := slices.Index(s.queue, w)
	if at >= 0 {
		s.queue = slices.Delete(s.queue, at, at+1)
		s.grant()
	}
	s.mu.Unlock()
	if at < 0 {
		s.release(w.owner)
	}
}

// wish describes the slot that a request waits for: a slot of anybody, or of those with its visitor or address.
type wish struct {
	since time.Time
	of    owner // "" for anybody's
}

// fits reports whether the slot of an owner fulfils the wish.
func (w wish) fits(o owner) bool {
	return (w.of.visitor == "" || w.of.visitor == o.visitor) && (w.of.address == "" || w.of.address == o.address)
}

// wishes returns what requests wait for, in their order.
func (s *slots) wishes() (all []wish) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.queue {
		of := owner{}
		switch {
		case s.held[w.visitor] >= s.perVisitor:
			of.visitor = w.visitor
		case w.address != "" && s.held["at "+w.address] >= s.perAddress:
			of.address = w.address
		}
		all = append(all, wish{w.since, of})
	}
	return all
}
