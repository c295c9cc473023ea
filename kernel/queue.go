package kernel

import (
	"sync"
	"time"
)

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

// runQueue runs what is queued, until close.
func (k *core) runQueue() {
	for first := true; ; first = false {
		r, ok := k.queue.next()
		if !ok {
			return
		}
		if first {
			k.awaitSubscriber()
		}
		k.running.run(k.ctx, r, k.table[r.msg.header.Type].serve)
	}
}

// subscriberLimit is the time that the first cell waits for a subscriber of iopub.
const subscriberLimit = 3 * time.Second

// awaitSubscriber waits until a client has subscribed to iopub. A client may send a cell as
// soon as shell is connected, before its subscription has arrived; without the wait it would
// miss the cell's output and its idle, and wait for them forever.
func (k *core) awaitSubscriber() {
	limit := time.NewTimer(subscriberLimit)
	defer limit.Stop()
	select {
	case <-k.out.subscribed():
	case <-limit.C:
		k.log.Info("nobody has subscribed to iopub; cells run nevertheless")
	case <-k.ctx.Done():
	}
}

// runComms serves the messages of comms, until close.
func (k *core) runComms() {
	for {
		r, ok := k.commQueue.next()
		if !ok {
			return
		}
		r.serve(k.table[r.msg.header.Type].serve)
	}
}
