package notebook

import "sync"

// serialQueue is an unbounded FIFO with one consumer, a function that is called with one value
// after the other. Pushing does not wait.
type serialQueue[T any] struct {
	do func(T)

	mu      sync.Mutex
	changed *sync.Cond
	waiting []T
	closed  bool
}

func newSerialQueue[T any](do func(T)) *serialQueue[T] {
	q := &serialQueue[T]{do: do}
	q.changed = sync.NewCond(&q.mu)
	return q
}

func (q *serialQueue[T]) push(v T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, v)
	q.changed.Signal()
}

// run calls the function with what is pushed, until close.
func (q *serialQueue[T]) run() {
	for {
		v, ok := q.next()
		if !ok {
			return
		}
		q.do(v)
	}
}

func (q *serialQueue[T]) next() (v T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.closed {
		q.changed.Wait()
	}
	if q.closed {
		return v, false
	}
	v = q.waiting[0]
	q.waiting = q.waiting[1:]
	return v, true
}

// close ends run; what waits is not done.
func (q *serialQueue[T]) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
