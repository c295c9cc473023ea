package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"fmt"
	"strings"
)

type entry[K comparable, V any] struct {
	key K
	val V
}
type LRU[K comparable, V any] struct {
	cap     int
	ll      *list.List
	m       map[K]*list.Element
	OnEvict func(K, V)
}

func NewLRU[K comparable, V any](n int) *LRU[K, V] {
	return &LRU[K, V]{cap: n, ll: list.New(), m: make(map[K]*list.Element)}
}
func (c *LRU[K, V]) Get(k K) (v V, ok bool) {
	if e, hit := c.m[k]; hit {
		c.ll.MoveToFront(e)
		return e.Value.(*entry[K, V]).val, true
	}
	return
}
func (c *LRU[K, V]) Put(k K, v V) {
	if e, ok := c.m[k]; ok {
		e.Value.(*entry[K, V]).val = v
		c.ll.MoveToFront(e)
		return
	}
	c.m[k] = c.ll.PushFront(&entry[K, V]{k, v})
	if c.ll.Len() > c.cap {
		last := c.ll.Back()
		en := c.ll.Remove(last).(*entry[K, V])
		delete(c.m, en.key)
		if c.OnEvict != nil {
			c.OnEvict(en.key, en.val)
		}
	}
}
func (c *LRU[K, V]) All() func(yield func(K, V) bool) {
	return func(yield func(K, V) bool) {
		for e := c.ll.Front(); e != nil; e = e.Next() {
			if en := e.Value.(*entry[K, V]); !yield(en.key, en.val) {
				return
			}
		}
	}
}

type Job struct {
	Pri, idx int
	Name     string
}
type PQ []*Job

func (p PQ) Len() int           { return len(p) }
func (p PQ) Less(i, j int) bool { return p[i].Pri > p[j].Pri }
func (p PQ) Swap(i, j int)      { p[i], p[j] = p[j], p[i]; p[i].idx, p[j].idx = i, j }
func (p *PQ) Push(x any)        { j := x.(*Job); j.idx = len(*p); *p = append(*p, j) }
func (p *PQ) Pop() (x any)      { old := *p; n := len(old); x = old[n-1]; *p = old[:n-1]; return }

type point struct{ x, y int }

func main() {
	var ev []string
	c := NewLRU[string, point](2)
	c.OnEvict = func(k string, p point) { ev = append(ev, fmt.Sprintf("%s%+v", k, p)) }
	c.Put("a", point{1, 1})
	c.Put("b", point{2, 2})
	c.Get("a")
	c.Put("c", point{3, 3})
	c.Put("a", point{9, 9})
	_, ok := c.Get("b")
	for k, v := range c.All() {
		fmt.Println(k, v)
		if k == "c" {
			break
		}
	}
	fmt.Println(ev, ok, len(c.m))
	fmt.Printf("%T %T\n", c, c.ll.Front().Value)
	c2 := NewLRU[point, []int](1)
	c2.Put(point{1, 2}, []int{1})
	v, ok := c2.Get(point{1, 2})
	fmt.Println(v, ok)
	v, ok = c2.Get(point{2, 1})
	fmt.Println(v == nil, ok)
	q := &PQ{}
	heap.Init(q)
	var special *Job
	for i, n := range strings.Fields("low mid high top zero") {
		j := &Job{Pri: i * 10 % 35, Name: n}
		if n == "low" {
			special = j
		}
		heap.Push(q, j)
	}
	special.Pri = 99
	heap.Fix(q, special.idx)
	for q.Len() > 0 {
		j := heap.Pop(q).(*Job)
		fmt.Print(j.Name, ":", j.Pri, " ")
	}
	fmt.Println()
	r := ring.New(5)
	for i := range r.Len() {
		r.Value = i * i
		r = r.Next()
	}
	sum := 0
	r.Do(func(x any) { sum += x.(int) })
	fmt.Println(sum, r.Prev().Value, r.Unlink(2).Len(), r.Len())
}
