package host

import (
	"sync"

	"krigo/kernel"
)

// The default limits of a queue.
const (
	limitPackets = 4096
	limitBytes   = 64 << 20
)

// queue holds the messages of a kernel that its client has not read, in order.
type queue struct {
	mostPackets, mostBytes int

	mu      sync.Mutex
	changed *sync.Cond
	packets []kernel.Packet
	bytes   int
	ended   bool // nothing is added any more
}

func newQueue(mostPackets, mostBytes int) *queue {
	q := &queue{mostPackets: mostPackets, mostBytes: mostBytes}
	q.changed = sync.NewCond(&q.mu)
	return q
}

// next waits for a message. It is false when the queue has ended and is empty.
func (q *queue) next() (kernel.Packet, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.packets) == 0 && !q.ended {
		q.changed.Wait()
	}
	if len(q.packets) == 0 {
		return kernel.Packet{}, false
	}
	p := q.packets[0]
	q.packets[0] = kernel.Packet{}
	q.packets = q.packets[1:]
	q.bytes -= size(p)
	q.changed.Broadcast()
	return p, true
}

// push adds a message, as soon as the queue is not full. Only what cells print and show
// waits: statuses and replies come from goroutines that the client may need to go on.
func (q *queue) push(p kernel.Packet) {
	q.mu.Lock()
	defer q.mu.Unlock()
	paced := p.Channel == "iopub" && p.Type != "status"
	for paced && q.full() && !q.ended {
		q.changed.Wait()
	}
	if q.ended {
		return
	}
	q.packets = append(q.packets, p)
	q.bytes += size(p)
	q.changed.Broadcast()
}

func (q *queue) full() bool { return len(q.packets) >= q.mostPackets || q.bytes >= q.mostBytes }

// end lets the client read what is there, and no more.
func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.changed.Broadcast()
}

// size is about the memory of a message.
func size(p kernel.Packet) int {
	n := len(p.Header) + len(p.Parent) + len(p.Metadata) + len(p.Content)
	for _, b := range p.Buffers {
		n += len(b)
	}
	return n
}
