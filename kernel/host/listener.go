package host

import (
	"sync"

	"krigo/kernel"
)

// Listener hears what a kernel sends to everybody and to its client, in order.
type Listener struct {
	kernel *Kernel
	client string
	limit  Limit

	mu      sync.Mutex
	changed *sync.Cond
	queue   []kernel.Packet
	bytes   int
	closed  bool // nothing more comes, and nothing waits
	ended   bool // nothing more comes, what waits is heard
	behind  bool
}

// Limit is what may wait for a listener. Where more comes, a kernel waits for one
// that Paces, as a program waits for who reads its output; others are cut off.
type Limit struct {
	Packets, Bytes int
	Paces          bool
}

// The limits of those who do not say.
const (
	limitPackets = 4096
	limitBytes   = 64 << 20
)

// Listen hears the kernel from now on as the client of that name, with [kernel.Packet].Client
// being it, until Close. Zero limits are 4,096 packets and 64 MiB. It fails where
// the kernel has ended.
func (k *Kernel) Listen(client string, limit Limit) (*Listener, error) {
	if limit.Packets <= 0 {
		limit.Packets = limitPackets
	}
	if limit.Bytes <= 0 {
		limit.Bytes = limitBytes
	}
	l := &Listener{kernel: k, client: client, limit: limit}
	l.changed = sync.NewCond(&l.mu)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.state == Dead {
		return nil, ErrEnded
	}
	k.listeners[l] = true
	return l, nil
}

// Next waits for a packet. It is false after Close, when the kernel has ended and
// all was heard, and when the listener was cut off.
func (l *Listener) Next() (kernel.Packet, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.queue) == 0 && !l.closed && !l.ended {
		l.changed.Wait()
	}
	if l.closed || len(l.queue) == 0 {
		return kernel.Packet{}, false
	}
	p := l.queue[0]
	l.queue[0] = kernel.Packet{}
	l.queue = l.queue[1:]
	l.bytes -= size(p)
	l.changed.Broadcast()
	return p, true
}

// Behind tells whether the listener was cut off because it did not keep up.
func (l *Listener) Behind() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.behind
}

// Close ends the listening.
func (l *Listener) Close() {
	l.kernel.mu.Lock()
	delete(l.kernel.listeners, l)
	l.kernel.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed, l.queue = true, nil
	l.changed.Broadcast()
}

// push adds a packet, and waits for room or cuts the listener off. Only what cells
// print and show waits: statuses and answers come from goroutines that the listener
// may need to go on.
func (l *Listener) push(p kernel.Packet) {
	l.mu.Lock()
	defer l.mu.Unlock()
	paced := l.limit.Paces && p.Channel == "iopub" && p.Type != "status"
	for paced && l.full() && !l.closed {
		l.changed.Wait()
	}
	switch {
	case l.closed || l.ended:
		return
	case l.full() && !l.limit.Paces:
		l.closed, l.behind, l.queue = true, true, nil
	default:
		l.queue = append(l.queue, p)
		l.bytes += size(p)
	}
	l.changed.Broadcast()
}

func (l *Listener) full() bool { return len(l.queue) >= l.limit.Packets || l.bytes >= l.limit.Bytes }

// finish lets the listener hear what waits, and no more.
func (l *Listener) finish() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended = true
	l.changed.Broadcast()
}

// size is about the memory of a packet.
func size(p kernel.Packet) int {
	n := len(p.Header) + len(p.Parent) + len(p.Metadata) + len(p.Content)
	for _, b := range p.Buffers {
		n += len(b)
	}
	return n
}
