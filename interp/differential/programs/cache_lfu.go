package main

import (
	"fmt"
	"math/rand"
)

type entry struct {
	key, val   int
	freq       int
	prev, next *entry
}

// bucket is a ring of entries with one frequency, newest after head.
type bucket struct{ head entry }

func newBucket() *bucket {
	b := new(bucket)
	b.head.prev, b.head.next = &b.head, &b.head
	return b
}

func (b *bucket) push(e *entry) {
	e.prev, e.next = &b.head, b.head.next
	e.prev.next, e.next.prev = e, e
}

func (e *entry) unlink() {
	e.prev.next, e.next.prev = e.next, e.prev
	e.prev, e.next = nil, nil
}

func (b *bucket) empty() bool { return b.head.next == &b.head }

type LFU struct {
	capacity, least int
	at              map[int]*entry
	by              map[int]*bucket
}

func (c *LFU) touch(e *entry) {
	e.unlink()
	if c.by[e.freq].empty() {
		delete(c.by, e.freq)
		if c.least == e.freq {
			c.least++
		}
	}
	e.freq++
	c.place(e)
}

func (c *LFU) place(e *entry) {
	if _, ok := c.by[e.freq]; !ok {
		c.by[e.freq] = newBucket()
	}
	c.by[e.freq].push(e)
}

func (c *LFU) Get(k int) (int, bool) {
	if e, ok := c.at[k]; ok {
		c.touch(e)
		return e.val, true
	}
	return 0, false
}

func (c *LFU) Put(k, v int) (evicted int, did bool) {
	if c.at == nil {
		c.at, c.by = map[int]*entry{}, map[int]*bucket{}
	}
	if e, ok := c.at[k]; ok {
		e.val = v
		c.touch(e)
		return
	}
	if len(c.at) >= c.capacity {
		b := c.by[c.least]
		old := b.head.prev
		old.unlink()
		if b.empty() {
			delete(c.by, c.least)
		}
		delete(c.at, old.key)
		evicted, did = old.key, true
	}
	e := &entry{key: k, val: v, freq: 1}
	c.at[k] = e
	c.least = 1
	c.place(e)
	return
}

func main() {
	c := &LFU{capacity: 3}
	step := func(k int) {
		if v, ok := c.Get(k); ok {
			fmt.Printf("get %d=%d f=%d\n", k, v, c.at[k].freq)
			return
		}
		ev, did := c.Put(k, k*k)
		fmt.Printf("put %d evicted %d %t least=%d\n", k, ev, did, c.least)
	}
	for _, k := range []int{1, 2, 3, 1, 1, 2, 4, 3, 4, 4, 5, 1} {
		step(k)
	}
	rng := rand.New(rand.NewSource(5))
	zipf := rand.NewZipf(rng, 1.3, 2, 49)
	for _, size := range []int{1, 5, 10, 25} {
		lfu := LFU{capacity: size}
		hits := 0
		for range 2000 {
			k := int(zipf.Uint64())
			if _, ok := lfu.Get(k); ok {
				hits++
			} else {
				lfu.Put(k, k)
			}
		}
		fmt.Printf("size %2d hit rate %.1f%% buckets=%t\n", size, float64(hits)/20, len(lfu.by) <= size)
	}
}
