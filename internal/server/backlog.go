package server

import (
	"encoding/json"
	"fmt"

	"krigo/kernel"
)

// keptBytes is how much is kept for a client that may have been cut off.
const keptBytes = 1 << 20

// backlog is what a client has yet to get, and what was written to it but is not known
// to have arrived: after a cut it is written again. It holds what a client waits for,
// answers and statuses, and of outputs the latest keptBytes.
type backlog struct {
	items   []item
	written int    // of items, from the first
	bytes   int    // of items
	last    uint64 // the number of the latest packet
	faded   tally  // what was written and dropped, and may not have arrived
	lost    tally  // what was dropped and has not arrived
}

// item is a packet with its number.
type item struct {
	kernel.Packet
	number uint64
}

// tally counts packets that were dropped.
type tally struct {
	n      int
	parent json.RawMessage // of the first
	last   uint64          // the number of the latest
}

func (t *tally) add(i item) {
	if t.n == 0 {
		t.parent = i.Parent
	}
	t.n, t.last = t.n+1, i.number
}

// add appends a packet.
func (b *backlog) add(p kernel.Packet) {
	b.last++
	b.items = append(b.items, item{p, b.last})
	b.bytes += sizeOf(p)
}

// next is the packet that is to be written.
func (b *backlog) next() (kernel.Packet, bool) {
	b.tell()
	if b.written == len(b.items) {
		return kernel.Packet{}, false
	}
	return b.items[b.written].Packet, true
}

// wrote notes that the next packet was written, and returns its number.
func (b *backlog) wrote() uint64 {
	b.written++
	return b.items[b.written-1].number
}

// arrived forgets the packets up to a number.
func (b *backlog) arrived(number uint64) {
	n := 0
	for n < b.written && b.items[n].number <= number {
		b.bytes -= sizeOf(b.items[n].Packet)
		b.items[n] = item{}
		n++
	}
	b.items, b.written = b.items[n:], b.written-n
	if b.faded.last <= number {
		b.faded = tally{}
	}
}

// trim drops the oldest outputs of those that were written, or where the client is cut
// off of all, until no more than keptBytes are left.
func (b *backlog) trim(cut bool) {
	end := b.written
	if cut {
		end = len(b.items)
	}
	for i := 0; b.bytes > keptBytes && i < end; {
		old := b.items[i]
		if old.Channel != "iopub" || old.Type == "status" {
			i++
			continue
		}
		if cut {
			b.lost.add(old)
		} else {
			b.faded.add(old)
			b.written--
		}
		b.bytes -= sizeOf(old.Packet)
		copy(b.items[1:i+1], b.items[:i]) // few: what is before it stays
		b.items[0] = item{}
		b.items = b.items[1:]
		end--
	}
}

// rewind has all be written again: the connection is cut.
func (b *backlog) rewind() {
	if b.lost.n == 0 {
		b.lost = b.faded
	} else {
		b.lost.n += b.faded.n
	}
	b.written, b.faded = 0, tally{}
	b.trim(true)
}

// tell puts a packet before the others that tells what was dropped, where something was.
func (b *backlog) tell() {
	if b.lost.n == 0 || b.written > 0 {
		return
	}
	p, err := lostNote(b.lost)
	b.lost = tally{}
	if err != nil {
		return // it is made of constants
	}
	number := b.last
	if len(b.items) > 0 {
		number = b.items[0].number
	}
	b.items = append([]item{{p, number}}, b.items...)
	b.bytes += sizeOf(p)
}

// lostNote tells a client what it has missed, as output of the cell that it was of.
func lostNote(lost tally) (kernel.Packet, error) {
	p, err := kernel.Request("iopub", "", "stream", map[string]string{
		"name": "stderr",
		"text": fmt.Sprintf("krigo: %d messages that came while the connection was cut are left out: more than %d MB waited.\n", lost.n, keptBytes>>20),
	})
	p.Parent, p.Metadata = lost.parent, json.RawMessage("{}")
	return p, err
}

func sizeOf(p kernel.Packet) int {
	n := len(p.Header) + len(p.Parent) + len(p.Metadata) + len(p.Content)
	for _, b := range p.Buffers {
		n += len(b)
	}
	return n
}
