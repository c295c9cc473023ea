package main

import (
	"cmp"
	"fmt"
	"iter"
	"strings"
)

type node[K cmp.Ordered, V any] struct {
	key         K
	val         V
	height      int
	left, right *node[K, V]
}

type Map[K cmp.Ordered, V any] struct {
	root *node[K, V]
	size int
	rots int
}

func (n *node[K, V]) h() int {
	if n == nil {
		return 0
	}
	return n.height
}

func (n *node[K, V]) fix()         { n.height = 1 + max(n.left.h(), n.right.h()) }
func (n *node[K, V]) balance() int { return n.left.h() - n.right.h() }

func (m *Map[K, V]) rotate(n *node[K, V], left bool) (top *node[K, V]) {
	m.rots++
	if left {
		top = n.right
		n.right, top.left = top.left, n
	} else {
		top = n.left
		n.left, top.right = top.right, n
	}
	n.fix()
	top.fix()
	return
}

func (m *Map[K, V]) rebalance(n *node[K, V]) *node[K, V] {
	n.fix()
	switch b := n.balance(); {
	case b > 1:
		if n.left.balance() < 0 {
			n.left = m.rotate(n.left, true)
		}
		return m.rotate(n, false)
	case b < -1:
		if n.right.balance() > 0 {
			n.right = m.rotate(n.right, false)
		}
		return m.rotate(n, true)
	}
	return n
}

func (m *Map[K, V]) Put(k K, v V) (replaced bool) {
	var put func(n *node[K, V]) *node[K, V]
	put = func(n *node[K, V]) *node[K, V] {
		if n == nil {
			m.size++
			return &node[K, V]{key: k, val: v, height: 1}
		}
		switch c := cmp.Compare(k, n.key); {
		case c < 0:
			n.left = put(n.left)
		case c > 0:
			n.right = put(n.right)
		default:
			n.val, replaced = v, true
			return n
		}
		return m.rebalance(n)
	}
	m.root = put(m.root)
	return
}

func (m *Map[K, V]) Get(k K) (v V, ok bool) {
	for n := m.root; n != nil; {
		if k == n.key {
			return n.val, true
		}
		if k < n.key {
			n = n.left
		} else {
			n = n.right
		}
	}
	return
}

func (m *Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		var walk func(*node[K, V]) bool
		walk = func(n *node[K, V]) bool {
			return n == nil || walk(n.left) && yield(n.key, n.val) && walk(n.right)
		}
		walk(m.root)
	}
}

func (n *node[K, V]) sketch(sb *strings.Builder, depth int) {
	if n == nil {
		return
	}
	n.right.sketch(sb, depth+1)
	fmt.Fprintf(sb, "%s%v\n", strings.Repeat("   ", depth), n.key)
	n.left.sketch(sb, depth+1)
}

func main() {
	var m Map[int, string]
	for i := 1; i <= 12; i++ {
		m.Put(i*7%13, fmt.Sprint("v", i))
	}
	var sb strings.Builder
	m.root.sketch(&sb, 0)
	fmt.Print(sb.String())
	fmt.Println(m.size, m.root.height, m.rots, m.Put(5, "five"), m.size)
	for k, v := range m.All() {
		if k > 6 {
			break
		}
		fmt.Print(k, "=", v, " ")
	}
	fmt.Println()
	v, ok := m.Get(5)
	fmt.Printf("%q %t\n", v, ok)
	v, ok = m.Get(99)
	fmt.Printf("%q %t\n", v, ok)

	words := Map[string, []int]{}
	for i, w := range strings.Fields("the quick fox and the lazy dog and the end") {
		at, _ := words.Get(w)
		words.Put(w, append(at, i))
	}
	for w, at := range words.All() {
		fmt.Printf("%-6s%v\n", w, at)
	}
	seq := &Map[float64, struct{}]{}
	for i := range 1000 {
		seq.Put(float64(i)/4, struct{}{})
	}
	fmt.Println(seq.size, seq.root.height, seq.root.key, seq.rots)
	fmt.Printf("%T %T\n", seq, words.root)
}
