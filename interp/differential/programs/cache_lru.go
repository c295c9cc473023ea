package main

import (
	"container/list"
	"fmt"
	"strings"
)

type LRU[K comparable, V any] struct {
	cap     int
	order   *list.List
	items   map[K]*list.Element
	OnEvict func(K, V)
	stats
}

type stats struct{ Hits, Misses, Evictions int }

func (s stats) Ratio() float64 {
	if n := s.Hits + s.Misses; n > 0 {
		return float64(s.Hits) / float64(n)
	}
	return 0
}

type pair[K comparable, V any] struct {
	k K
	v V
}

func New[K comparable, V any](n int) *LRU[K, V] {
	return &LRU[K, V]{cap: n, order: list.New(), items: make(map[K]*list.Element, n)}
}

func (c *LRU[K, V]) Get(k K) (v V, ok bool) {
	el, ok := c.items[k]
	if !ok {
		c.Misses++
		return
	}
	c.Hits++
	c.order.MoveToFront(el)
	return el.Value.(pair[K, V]).v, true
}

func (c *LRU[K, V]) Put(k K, v V) {
	if el, ok := c.items[k]; ok {
		el.Value = pair[K, V]{k, v}
		c.order.MoveToFront(el)
		return
	}
	if c.order.Len() >= c.cap {
		old := c.order.Remove(c.order.Back()).(pair[K, V])
		delete(c.items, old.k)
		c.Evictions++
		if c.OnEvict != nil {
			c.OnEvict(old.k, old.v)
		}
	}
	c.items[k] = c.order.PushFront(pair[K, V]{k, v})
}

func (c *LRU[K, V]) Keys() (ks []K) {
	for e := c.order.Front(); e != nil; e = e.Next() {
		ks = append(ks, e.Value.(pair[K, V]).k)
	}
	return
}

func main() {
	c := New[string, int](3)
	var evicted []string
	c.OnEvict = func(k string, v int) { evicted = append(evicted, fmt.Sprint(k, "=", v)) }
	for i, w := range strings.Fields("a b c a d a e b f a c") {
		if v, ok := c.Get(w); ok {
			fmt.Printf("%s hit %d", w, v)
		} else {
			c.Put(w, i)
			fmt.Printf("%s miss", w)
		}
		fmt.Println(" ", c.Keys())
	}
	fmt.Println(evicted, c.stats)
	fmt.Printf("%+v %.3f\n", c.stats, c.Ratio())

	type point struct{ x, y int }
	sq := New[point, []int](2)
	sq.Put(point{1, 2}, []int{1})
	sq.Put(point{3, 4}, nil)
	sq.Put(point{1, 2}, []int{9, 9})
	sq.Put(point{5, 6}, []int{7})
	v, ok := sq.Get(point{1, 2})
	fmt.Println(v, ok, sq.Keys(), len(sq.items))
	v, ok = sq.Get(point{3, 4})
	fmt.Println(v == nil, ok, sq.Hits, sq.Misses)
	fmt.Printf("%T\n%T\n", sq, sq.OnEvict)
}
