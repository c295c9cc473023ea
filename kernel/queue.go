package kernel

import "sync"

// queue holds requests that run one after the other.
type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	waiting []*request
	closed  bool
}

func newQueue() *queue {
	q := &queue{}
	q.changed = sync.NewCond(&q.mu)
	return q
}

func (q *queue) push(r *request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, r)
	q.changed.Signal()
}

// next waits for a request. It reports false when the queue is closed.
func (q *queue) next() (*request, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.closed {
		q.changed.Wait()
	}
	if q.closed {
		return nil, false
	}
	r := q.waiting[0]
	q.waiting = q.waiting[1:]
	return r, true
}

// takeAll empties the queue and returns what waited.
func (q *queue) takeAll() []*request {
	q.mu.Lock()
	defer q.mu.Unlock()
	all := q.waiting
	q.waiting = nil
	return all
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
