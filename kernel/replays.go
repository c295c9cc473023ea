package kernel

import (
	"errors"
	"sync"
)

// replayWindow is how many signatures are remembered, as many as
// jupyter_client remembers.
const replayWindow = 1 << 16

var errReplay = errors.New("a message that came before")

// replays remembers the latest signatures. No two messages of an honest client
// have the same, since their ids differ.
type replays struct {
	mu   sync.Mutex
	seen map[string]bool
	ring []string // in the order of arrival, from next on
	next int
	size int // of the full ring
}

func newReplays(size int) *replays { return &replays{seen: map[string]bool{}, size: size} }

// check takes note of a signature, and refuses one that it remembers.
// Messages without a signature, where there is no key, all pass.
func (r *replays) check(signature []byte) error {
	if len(signature) == 0 {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := string(signature)
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
