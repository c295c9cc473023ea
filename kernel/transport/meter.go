package transport

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

var (
	errNoSubscription = errors.New("the peer may only subscribe, and sent something else")
	errSubscriptions  = errors.New("the peer has sent too many subscriptions")
)

// The flags of a frame (RFC 23, "Framing").
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// frameCost is added to the length of each frame, so that a flood of empty frames meets the limit
// too.
const frameCost = 64

// meter follows the frames of a byte stream as it passes in pieces.
type meter struct {
	limit uint64 // bytes of a message
	skip  uint64 // bytes of the greeting or of a frame's body that are to come
	head  []byte // of the frame that begins
	more  bool   // the message goes on after this frame
	total uint64 // what the message counts for so far

	// Of a stream of subscriptions: the bytes that may still come, and
	// whether the next byte must begin one.
	subscriptions bool
	left          int64
	begins        bool
	topic         []byte   // of the subscription that passes, behind its first byte
	joins         bool     // what passes is a subscription, not one taken back
	topics        [][]byte // of those that have passed whole, see takeTopics
}

// newMeter meters a stream from its greeting on. Where subscriptions is not 0,
// nothing else is let through, and no more bytes of them than that.
func newMeter(limit, subscriptions int64) meter {
	return meter{limit: uint64(limit), skip: greetingLen, subscriptions: subscriptions > 0, left: subscriptions}
}

// pass follows b. It refuses a message over the limit as soon as the head of
// a frame announces it.
func (m *meter) pass(b []byte) error {
	for len(b) > 0 {
		if m.skip > 0 {
			if m.begins && b[0] > 1 {
				return errNoSubscription
			}
			if m.begins {
				m.begins, m.joins = false, b[0] == 1
			}
			n := min(m.skip, uint64(len(b)))
			m.skip -= n
			m.subscribe(b[:n])
			b = b[n:]
			continue
		}
		m.head = append(m.head, b[0])
		b = b[1:]
		if size, whole := frameSize(m.head); whole {
			if err := m.begin(size); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin accounts for a frame whose head is whole.
func (m *meter) begin(size uint64) error {
	if m.subscriptions {
		if err := m.subscription(size); err != nil {
			return err
		}
	}
	if !m.more {
		m.total = 0
	}
	if size > m.limit || m.total+size+frameCost > m.limit {
		return fmt.Errorf("a message of more than %d bytes", m.limit)
	}
	m.total += size + frameCost
	m.more = m.head[0]&flagMore != 0
	m.skip, m.head = size, m.head[:0]
	return nil
}

// subscription accounts for a frame that must be one: a frame alone whose
// first byte is 1, or 0 to take it back (RFC 23, "The Publish-Subscribe
// Pattern"). Commands pass.
func (m *meter) subscription(size uint64) error {
	if m.head[0]&flagCommand == 0 {
		if size == 0 || m.head[0]&flagMore != 0 {
			return errNoSubscription
		}
		m.begins = true
	}
	m.left -= int64(min(size, math.MaxInt32)) + frameCost
	if m.left < 0 {
		return errSubscriptions
	}
	return nil
}

// subscribe keeps the piece of a subscription that passes.
func (m *meter) subscribe(piece []byte) {
	if !m.joins {
		return
	}
	m.topic = append(m.topic, piece...)
	if m.skip == 0 {
		m.topics = append(m.topics, m.topic[1:])
		m.topic, m.joins = nil, false
	}
}

// takeTopics returns the topics that were subscribed to since it was called
// last.
func (m *meter) takeTopics() [][]byte {
	topics := m.topics
	m.topics = nil
	return topics
}

// between reports whether all messages that have begun are whole.
func (m *meter) between() bool { return m.skip == 0 && len(m.head) == 0 && !m.more }

// messageBytes writes a message as its frames go over the wire.
func messageBytes(frames [][]byte) []byte {
	var wire []byte
	for i, body := range frames {
		flags := byte(0)
		if i < len(frames)-1 {
			flags |= flagMore
		}
		if len(body) > math.MaxUint8 {
			wire = binary.BigEndian.AppendUint64(append(wire, flags|flagLong), uint64(len(body)))
		} else {
			wire = append(wire, flags, byte(len(body)))
		}
		wire = append(wire, body...)
	}
	return wire
}

// frameSize reads the size of a frame's body off its head, and reports whether
// the head is whole.
func frameSize(head []byte) (uint64, bool) {
	if head[0]&flagLong == 0 {
		if len(head) < 2 {
			return 0, false
		}
		return uint64(head[1]), true
	}
	if len(head) < 9 {
		return 0, false
	}
	return binary.BigEndian.Uint64(head[1:]), true
}
