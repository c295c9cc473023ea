package notebook

import "sync"

// line gives what is pushed to a function, one after the other, without making who
// pushes wait.
type line[T any] struct {
	do func(T)

	mu      sync.Mutex
	changed *sync.Cond
	waiting []T
	closed  bool
}

func newLine[T any](do func(T)) *line[T] {
	l := &line[T]{do: do}
	l.changed = sync.NewCond(&l.mu)
	return l
}

func (l *line[T]) push(v T) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, v)
	l.changed.Signal()
}

// run does what is pushed until close.
func (l *line[T]) run() {
	for {
		v, ok := l.next()
		if !ok {
			return
		}
		l.do(v)
	}
}

func (l *line[T]) next() (v T, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) == 0 && !l.closed {
		l.changed.Wait()
	}
	if l.closed {
		return v, false
	}
	v = l.waiting[0]
	l.waiting = l.waiting[1:]
	return v, true
}

// close ends run; what waits is not done.
func (l *line[T]) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.changed.Broadcast()
}
