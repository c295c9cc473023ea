package transport

import (
	"encoding/binary"
	"fmt"
)

// The flags of a frame (RFC 23, "Framing").
const (
	flagMore    = 1
	flagLong    = 2
	flagCommand = 4
)

// frameCost is what a frame counts for beside its bytes, so that a flood of
// empty frames meets the limit too.
const frameCost = 64

// meter follows the frames of a byte stream as it passes in pieces.
type meter struct {
	limit uint64 // bytes of a message
	skip  uint64 // bytes of the greeting or of a frame's body that are to come
	head  []byte // of the frame that begins
	more  bool   // the message goes on after this frame
	total uint64 // what the message counts for so far
}

// newMeter meters a stream from its greeting on.
func newMeter(limit int64) meter {
	return meter{limit: uint64(limit), skip: greetingLen}
}

// pass follows b. It refuses a message over the limit as soon as the head of
// a frame announces it.
func (m *meter) pass(b []byte) error {
	for len(b) > 0 {
		if m.skip > 0 {
			n := min(m.skip, uint64(len(b)))
			m.skip -= n
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

// between tells that no message has begun that is not whole.
func (m *meter) between() bool { return m.skip == 0 && len(m.head) == 0 && !m.more }

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
