package transport

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"sync"
	"time"
)

var errSlow = errors.New("the peer is too slow: its queue is full")

// conn is a connection whose peer has shaken hands. Zmq4 reads the peer's
// opening again and writes a greeting of its own, which is dropped: the peer
// has one.
type conn struct {
	net.Conn
	limits   Limits
	log      *slog.Logger
	welcome  func(topic []byte) [][]byte // or nil; see Transport.Welcome
	in       *bufio.Reader
	received meter
	held     net.Buffers // of a long frame, all of it received

	mu       sync.Mutex
	changed  *sync.Cond // queue or closed changed
	greeting int        // bytes of zmq4's greeting to drop
	sent     meter
	queue    [][]byte  // pieces to send
	inserts  []byte    // messages of our own, for when zmq4 is between two of its
	passed   int64     // bytes that ever came into the queue
	unsent   int64     // of them, those that the peer has not taken
	taken    time.Time // when it last took some, or had nothing to take
	closed   bool
}

func newConn(raw net.Conn, opening []byte, x *Transport, log *slog.Logger) *conn {
	limits := x.limits
	c := &conn{
		Conn: raw, limits: limits, log: log, welcome: x.welcome,
		in:       bufio.NewReaderSize(io.MultiReader(bytes.NewReader(opening), raw), 16<<10),
		received: newMeter(limits.MessageBytes, limits.Subscriptions),
		greeting: greetingLen,
		sent:     newMeter(math.MaxInt64, 0),
	}
	c.changed = sync.NewCond(&c.mu)
	return c
}

// Read implements [net.Conn]. A message against the limits ends the connection.
// The head of a long frame is handed out when its body is here: zmq4 makes room
// for as much as a head announces.
func (c *conn) Read(b []byte) (int, error) {
	c.welcomeSubscriptions()
	if len(c.held) > 0 {
		n, _ := c.held.Read(b)
		return n, nil
	}
	n, err := c.in.Read(b)
	refused := c.received.pass(b[:n])
	if refused == nil && c.received.skip > longFrame {
		refused = c.hold()
	}
	if refused != nil {
		c.log.Warn("disconnected a peer", "err", refused)
		c.Close()
		return 0, io.EOF
	}
	return n, err
}

// longFrame is the size from which a frame is held until it is whole.
const longFrame = 1 << 20

// hold receives the rest of a frame, in pieces that take memory as they come.
func (c *conn) hold() error {
	for c.received.skip > 0 {
		piece := make([]byte, min(c.received.skip, longFrame))
		if _, err := io.ReadFull(c.in, piece); err != nil {
			return fmt.Errorf("a frame that does not end: %w", err)
		}
		if err := c.received.pass(piece); err != nil {
			return err
		}
		c.held = append(c.held, piece)
	}
	return nil
}

// Write implements [net.Conn]. It queues b and never blocks.
func (c *conn) Write(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return 0, io.EOF
	}
	mine := b[min(c.greeting, len(b)):]
	c.greeting -= len(b) - len(mine)
	if err := c.enqueue(mine); err != nil {
		return 0, err
	}
	if err := c.sent.pass(b); err != nil {
		return 0, err
	}
	return len(b), c.release()
}

// enqueue puts b into the queue, where there is room.
func (c *conn) enqueue(b []byte) error {
	if c.unsent > 0 && c.unsent+int64(len(b)) > c.limits.QueueBytes {
		c.log.Warn("disconnected a peer", "err", errSlow)
		c.closeLocked()
		return io.EOF
	}
	if c.unsent == 0 {
		c.taken = time.Now()
	}
	c.push(b)
	c.passed += int64(len(b))
	c.unsent += int64(len(b))
	return nil
}

// release lets what is queued go out, where it ends with a message: whole
// messages go out in one piece, and ours not within one of zmq4's.
func (c *conn) release() error {
	if !c.sent.between() {
		return nil
	}
	if len(c.inserts) > 0 {
		inserts := c.inserts
		c.inserts = nil
		if err := c.enqueue(inserts); err != nil {
			return err
		}
	}
	c.changed.Broadcast()
	return nil
}

// welcomeSubscriptions answers the subscriptions that zmq4 has read whole. It
// knows them by then: it registers one before it reads on.
func (c *conn) welcomeSubscriptions() {
	for _, topic := range c.received.takeTopics() {
		if c.welcome != nil {
			c.insert(messageBytes(c.welcome(topic)))
		}
	}
}

// insert sends a message of our own.
func (c *conn) insert(message []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.inserts = append(c.inserts, message...)
	_ = c.release() // where the queue is full, the connection is closed
}

// push copies b to the end of the queue. Small writes share a piece; a growing
// queue copies nothing twice.
func (c *conn) push(b []byte) {
	last := len(c.queue) - 1
	if last < 0 || cap(c.queue[last])-len(c.queue[last]) < len(b) {
		c.queue = append(c.queue, make([]byte, 0, max(minPiece, len(b))))
		last++
	}
	c.queue[last] = append(c.queue[last], b...)
}

// minPiece is the room for small writes that go out together.
const minPiece = 4 << 10

// send writes what is queued, until the connection is closed.
func (c *conn) send() {
	for {
		batch := c.next()
		if batch == nil {
			return
		}
		for i, piece := range batch {
			if err := c.writeAll(piece); err != nil {
				c.fail(err)
				return
			}
			batch[i] = nil
		}
	}
}

// fail closes the connection after an error of it.
func (c *conn) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.log.Warn("disconnected a peer", "err", err)
		c.closeLocked()
	}
}

// next waits for pieces to write. It returns nil when the connection is closed.
func (c *conn) next() [][]byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.queue) == 0 && !c.closed {
		c.changed.Wait()
	}
	if c.closed {
		return nil
	}
	batch := c.queue
	c.queue = nil
	return batch
}

// pieceLen is small enough that a slow reader takes one within the deadline.
const pieceLen = 256 << 10

func (c *conn) writeAll(b []byte) error {
	for len(b) > 0 {
		if err := c.Conn.SetWriteDeadline(time.Now().Add(c.limits.Write)); err != nil {
			return err
		}
		n, err := c.Conn.Write(b[:min(pieceLen, len(b))])
		if err != nil {
			return err
		}
		b = b[n:]
		c.took(n)
	}
	return nil
}

// took notes that the peer has taken n bytes.
func (c *conn) took(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unsent -= int64(n)
	c.taken = time.Now()
}

// pending returns the number of bytes that ever came, and whether some are not yet sent.
func (c *conn) pending() (int64, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.passed, !c.closed && c.unsent > 0
}

// crowded reports whether much waits for a peer that keeps up.
func (c *conn) crowded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.closed && c.unsent > c.limits.PaceBytes && time.Since(c.taken) < c.limits.Stall
}

// Close implements [net.Conn]. What is queued is lost.
func (c *conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closeLocked()
}

func (c *conn) closeLocked() error {
	if c.closed {
		return nil
	}
	c.closed, c.queue = true, nil
	c.changed.Broadcast()
	return c.Conn.Close()
}
