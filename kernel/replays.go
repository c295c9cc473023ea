package kernel

import (
	"encoding/hex"
	"errors"
	"sync"
)

// replayWindow is the number of signatures that are remembered, as many as
// jupyter_client remembers.
const replayWindow = 1 << 16

var errReplay = errors.New("a message that came before")

// replays remembers the latest signatures. No two messages of an honest client
// have the same, since their ids differ.
type replays struct {
	mu   sync.Mutex
	seen map[mark]bool
	ring []mark // in the order of arrival, from next on
	next int
	size int // of the full ring
}

// mark is the first 128 bits of a signature, by which no two are taken for one.
type mark [16]byte

// markOf reads a signature that was found to be right, which is hexadecimal.
func markOf(signature []byte) (m mark) {
	_, _ = hex.Decode(m[:], signature[:min(len(signature), 2*len(m))])
	return m
}

func newReplays(size int) *replays { return &replays{seen: map[mark]bool{}, size: size} }

// check remembers a signature, and refuses one that it remembers already. Messages without a
// signature (no key) all pass.
func (r *replays) check(signature []byte) error {
	if len(signature) == 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := markOf(signature)
	if r.seen[s] {
		return errReplay
	}
	r.seen[s] = true
	if len(r.ring) < r.size {
		r.ring = append(r.ring, s)
		return nil
	}
	delete(r.seen, r.ring[r.next])
	r.ring[r.next] = s
	r.next = (r.next + 1) % r.size
	return nil
}
