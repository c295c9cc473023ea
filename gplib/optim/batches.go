package optim

import (
	"fmt"
	"math/rand/v2"
)

// Batches deals the positions 0 to n-1 in random order into minibatches: each
// position comes once an epoch, and each epoch has its own order.
type Batches struct {
	rng   *rand.Rand
	order []int
	size  int
	next  int
	epoch int
}

// NewBatches returns the minibatches of n positions, size at a time and the
// rest at the end of an epoch, 1 <= size. A nil src is a fixed seed.
func NewBatches(n, size int, src rand.Source) (*Batches, error) {
	if n < 1 || size < 1 {
		return nil, fmt.Errorf("optim: NewBatches: %d at a time of %d positions", size, n)
	}
	b := &Batches{rng: rand.New(Source(src)), order: make([]int, n), size: min(size, n)}
	for i := range b.order {
		b.order[i] = i
	}
	b.shuffle()
	return b, nil
}

// Next returns the next minibatch. The slice is valid until the next call.
func (b *Batches) Next() []int {
	if b.next == len(b.order) {
		b.epoch, b.next = b.epoch+1, 0
		b.shuffle()
	}
	from := b.next
	b.next = min(from+b.size, len(b.order))
	return b.order[from:b.next]
}

// Epoch returns the epoch of the last minibatch, from 0.
func (b *Batches) Epoch() int { return b.epoch }

func (b *Batches) shuffle() {
	b.rng.Shuffle(len(b.order), func(i, j int) { b.order[i], b.order[j] = b.order[j], b.order[i] })
}
