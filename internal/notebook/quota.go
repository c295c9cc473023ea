package notebook

import "sync/atomic"

// Quota bounds the bytes that several rooms keep together, and is within a wider one or none. A nil
// Quota has no bound.
type Quota struct {
	most  int64
	wider *Quota
	kept  atomic.Int64
}

// NewQuota returns a quota of bytes within a wider one, which may be nil.
func NewQuota(bytes int, wider *Quota) *Quota { return &Quota{most: int64(bytes), wider: wider} }

// Kept returns the bytes that the rooms keep.
func (q *Quota) Kept() int { return int(q.kept.Load()) }

// narrowest returns the quota, of this and the wider ones, that has the fewest bytes left.
func (q *Quota) narrowest() *Quota {
	least := q
	for ; q != nil; q = q.wider {
		if q.left() < least.left() {
			least = q
		}
	}
	return least
}

func (q *Quota) left() int { return int(q.most - q.kept.Load()) }

// full reports whether more bytes exceed the quota or a wider one.
func (q *Quota) full(more int) bool { return q != nil && more > q.narrowest().left() }

func (q *Quota) add(n int) {
	for ; q != nil; q = q.wider {
		q.kept.Add(int64(n))
	}
}
