package transport

import (
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"
)

// listener hands out connections whose peers have shaken hands.
type listener struct {
	net.Listener
	transport *Transport
	log       *slog.Logger
	ready     chan *conn
	done      chan struct{}

	mu     sync.Mutex
	closed bool
	young  map[net.Conn]bool // in their handshake
	conns  map[*conn]bool
}

func newListener(l net.Listener, t *Transport) *listener {
	x := &listener{
		Listener: l, transport: t, log: t.log.With("address", l.Addr().String()),
		ready: make(chan *conn), done: make(chan struct{}),
		young: map[net.Conn]bool{}, conns: map[*conn]bool{},
	}
	go x.listen()
	return x
}

// Accept implements [net.Listener]. After Close it returns [net.ErrClosed].
func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.ready:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

// listen takes connections until Close.
func (l *listener) listen() {
	for {
		raw, err := l.Listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // such as too many open files
			l.log.Error("accepting a connection", "err", err)
			select {
			case <-l.done:
				return
			case <-time.After(100 * time.Millisecond):
			}
			continue
		}
		go l.admit(raw)
	}
}

// admit shakes hands with a new peer, hands it to Accept and sends what is
// written to it.
func (l *listener) admit(raw net.Conn) {
	if !l.begin(raw) {
		raw.Close()
		return
	}
	c, err := l.greet(raw)
	if err != nil {
		raw.Close()
		l.end(raw, nil)
		l.log.Info("refused a connection", "remote", raw.RemoteAddr().String(), "err", err)
		return
	}
	l.end(raw, c)
	select {
	case l.ready <- c:
		c.send()
	case <-l.done:
		c.Close()
	}
	l.forget(c)
}

func (l *listener) greet(raw net.Conn) (*conn, error) {
	if err := raw.SetDeadline(time.Now().Add(l.transport.limits.Handshake)); err != nil {
		return nil, err
	}
	opening, err := handshake(raw)
	if err != nil {
		return nil, err
	}
	return newConn(raw, opening, l.transport, l.log), raw.SetDeadline(time.Time{})
}

// begin takes note of a peer before its handshake, unless the listener is
// closed or serves enough of them.
func (l *listener) begin(raw net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	if len(l.young)+len(l.conns) >= l.transport.limits.Peers {
		l.log.Warn("refused a connection: too many peers", "peers", l.transport.limits.Peers)
		return false
	}
	l.young[raw] = true
	return true
}

// end takes note of a peer after its handshake; c is nil where it failed.
func (l *listener) end(raw net.Conn, c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.young, raw)
	if c != nil {
		l.conns[c] = true
	}
}

func (l *listener) forget(c *conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, c)
}

// pending sums up the connections' [conn.pending].
func (l *listener) pending() (int64, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var passed int64
	waiting := false
	for c := range l.conns {
		n, unsent := c.pending()
		passed += n
		waiting = waiting || unsent
	}
	return passed, waiting
}

// crowded reports whether a connection is [conn.crowded].
func (l *listener) crowded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for c := range l.conns {
		if c.crowded() {
			return true
		}
	}
	return false
}

// Close implements [net.Listener]. Connections that were handed out stay open.
func (l *listener) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	close(l.done)
	for raw := range l.young {
		raw.Close()
	}
	return l.Listener.Close()
}
