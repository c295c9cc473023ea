//go:build ignore

package main

import (
	"cmp"
	"container/list"
	"fmt"
	"strings"
)

type entry[K comparable, V any] struct {
	key K
	val V
}

type LRU[K comparable, V any] struct {
	cap     int
	order   *list.List
	items   map[K]*list.Element
	OnEvict func(K, V)
}

func NewLRU[K comparable, V any](cap int) *LRU[K, V] {
	return &LRU[K, V]{cap: cap, order: list.New(), items: make(map[K]*list.Element)}
}

func (c *LRU[K, V]) Get(k K) (v V, ok bool) {
	e, ok := c.items[k]
	if !ok {
		return
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry[K, V]).val, true
}

func (c *LRU[K, V]) Put(k K, v V) {
	if e, ok := c.items[k]; ok {
		e.Value.(*entry[K, V]).val = v
		c.order.MoveToFront(e)
		return
	}
	c.items[k] = c.order.PushFront(&entry[K, V]{k, v})
	for c.order.Len() > c.cap {
		last := c.order.Remove(c.order.Back()).(*entry[K, V])
		delete(c.items, last.key)
		if c.OnEvict != nil {
			c.OnEvict(last.key, last.val)
		}
	}
}

func (c *LRU[K, V]) String() string {
	var parts []string
	for e := c.order.Front(); e != nil; e = e.Next() {
		ent := e.Value.(*entry[K, V])
		parts = append(parts, fmt.Sprintf("%v:%v", ent.key, ent.val))
	}
	return "[" + strings.Join(parts, " ") + "]"
}

type Heap[T any] struct {
	data []T
	less func(a, b T) bool
}

func MinHeap[T cmp.Ordered](vs ...T) *Heap[T] { return HeapFunc(cmp.Less[T], vs...) }

func HeapFunc[T any](less func(a, b T) bool, vs ...T) *Heap[T] {
	h := &Heap[T]{less: less}
	for _, v := range vs {
		h.Push(v)
	}
	return h
}

func (h *Heap[T]) Push(v T) {
	h.data = append(h.data, v)
	for i := len(h.data) - 1; i > 0; {
		p := (i - 1) / 2
		if !h.less(h.data[i], h.data[p]) {
			return
		}
		h.data[i], h.data[p] = h.data[p], h.data[i]
		i = p
	}
}

func (h *Heap[T]) Pop() (top T, ok bool) {
	n := len(h.data)
	if n == 0 {
		return
	}
	top = h.data[0]
	h.data[0] = h.data[n-1]
	clear(h.data[n-1:])
	h.data = h.data[:n-1]
	for i := 0; ; {
		c := 2*i + 1
		if c >= len(h.data) {
			return top, true
		}
		if r := c + 1; r < len(h.data) && h.less(h.data[r], h.data[c]) {
			c = r
		}
		if !h.less(h.data[c], h.data[i]) {
			return top, true
		}
		h.data[i], h.data[c] = h.data[c], h.data[i]
		i = c
	}
}

func drain[T any](h *Heap[T]) (out []T) {
	for v, ok := h.Pop(); ok; v, ok = h.Pop() {
		out = append(out, v)
	}
	return out
}

type huff struct {
	weight int
	sym    rune
	l, r   *huff
}

func codes(s string) map[rune]string {
	freq := map[rune]int{}
	for _, r := range s {
		freq[r]++
	}
	h := HeapFunc(func(a, b *huff) bool {
		return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.sym, b.sym)) < 0
	})
	for r, n := range freq {
		h.Push(&huff{weight: n, sym: r})
	}
	for len(h.data) > 1 {
		a, _ := h.Pop()
		b, _ := h.Pop()
		h.Push(&huff{a.weight + b.weight, min(a.sym, b.sym), a, b})
	}
	out := map[rune]string{}
	var walk func(*huff, string)
	walk = func(n *huff, code string) {
		if n.l == nil {
			out[n.sym] = code
			return
		}
		walk(n.l, code+"0")
		walk(n.r, code+"1")
	}
	root, _ := h.Pop()
	walk(root, "")
	return out
}

func main() {
	type key [2]string
	c := NewLRU[key, int](2)
	var evicted []string
	c.OnEvict = func(k key, v int) { evicted = append(evicted, fmt.Sprint(k, v)) }
	for i, w := range strings.Fields("ab cd ab ef gh ab") {
		k := key{w[:1], w[1:]}
		if v, ok := c.Get(k); ok {
			fmt.Println("hit", k, v)
		}
		c.Put(k, i)
	}
	fmt.Println(c, evicted)
	fmt.Println(drain(MinHeap(5, 2, 8, 2, -1)), drain(MinHeap("pear", "fig")), drain(MinHeap[float64]()))
	longest := HeapFunc(func(a, b string) bool { return len(a) > len(b) }, "a", "ccc", "bb")
	fmt.Println(longest.Pop())
	text := "abracadabra alakazam"
	cs := codes(text)
	bits := 0
	for _, r := range text {
		bits += len(cs[r])
	}
	fmt.Println(bits, len(text)*8, len(cs['a']) <= len(cs['z']), len(cs))
	for _, r := range "abrz" {
		fmt.Printf("%c=%s ", r, cs[r])
	}
	fmt.Println()
}
