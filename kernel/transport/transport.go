package transport

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	zmq "github.com/go-zeromq/zmq4/transport"
)

// Transport lets zmq4 sockets listen. Register it with
// [github.com/go-zeromq/zmq4.RegisterTransport].
type Transport struct {
	network string
	limits  Limits
	log     *slog.Logger
	welcome func(topic []byte) [][]byte

	mu        sync.Mutex
	listeners []*listener
}

var _ zmq.Transport = (*Transport)(nil)

// New makes a transport over a network that [net.Listen] knows: "tcp", whose
// addresses are host:port, or "unix", whose addresses are paths.
func New(network string, limits Limits, log *slog.Logger) *Transport {
	return &Transport{network: network, limits: limits.withDefaults(), log: log}
}

// Welcome has each peer that subscribes to a topic sent the frames of a message that welcome makes
// for it, once zmq4 knows of the subscription: a peer that has the message misses nothing that is
// published from then on. It needs Limits.Subscriptions, and is called before Listen.
func (t *Transport) Welcome(welcome func(topic []byte) [][]byte) { t.welcome = welcome }

// Listen implements zmq4's Transport. A socket file that a dead process left
// is replaced.
func (t *Transport) Listen(_ context.Context, addr string) (net.Listener, error) {
	if t.network == "unix" {
		if err := removeSocket(addr); err != nil {
			return nil, err
		}
	}
	raw, err := net.Listen(t.network, addr)
	if err != nil {
		return nil, err
	}
	l := newListener(raw, t)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listeners = append(t.listeners, l)
	return l, nil
}

// removeSocket removes the socket file at path, and nothing else.
func removeSocket(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSocket == 0 {
		return nil
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("removing a stale socket: %w", err)
	}
	return nil
}

// Dial implements zmq4's Transport, as plain [net.Dial] does.
func (t *Transport) Dial(ctx context.Context, dialer zmq.Dialer, addr string) (net.Conn, error) {
	return dialer.DialContext(ctx, t.network, addr)
}

// Addr implements zmq4's Transport: addresses stand for themselves.
func (t *Transport) Addr(endpoint string) (string, error) { return endpoint, nil }

// drainPoll is the interval of Drain's polls. It is long enough for zmq4 to pass on
// what was sent, in memory, before the look.
const drainPoll = 10 * time.Millisecond

// Drain waits until nothing more comes from zmq4 and all of it is sent, at
// most for limit. It reports whether all was sent.
func (t *Transport) Drain(limit time.Duration) bool {
	deadline := time.Now().Add(limit)
	last := int64(-1)
	for {
		passed, waiting := t.pending()
		if !waiting && passed == last {
			return true
		}
		if time.Now().After(deadline) {
			return false
		}
		last = passed
		time.Sleep(drainPoll)
	}
}

// pending sums up the listeners' [listener.pending].
func (t *Transport) pending() (int64, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var passed int64
	waiting := false
	for _, l := range t.listeners {
		n, unsent := l.pending()
		passed += n
		waiting = waiting || unsent
	}
	return passed, waiting
}

// paceInterval is the interval of Pace's polls.
const paceInterval = time.Millisecond

// Pace waits until no more than Limits.PaceBytes wait for any peer that keeps
// up, so that a fast writer does not fill memory faster than its readers take
// it. A peer that takes nothing is waited for no longer than Limits.Stall.
func (t *Transport) Pace() {
	for t.crowded() {
		time.Sleep(paceInterval)
	}
}

func (t *Transport) crowded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range t.listeners {
		if l.crowded() {
			return true
		}
	}
	return false
}
