//go:build ignore

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
)

// Map is a sorted map built on a treap-free balanced slice tree.
type Map[K, V any] struct {
	cmp  func(a, b K) int
	root *node[K, V]
	size int
}

type node[K, V any] struct {
	key         K
	val         V
	level       int
	left, right *node[K, V]
}

func New[K cmp.Ordered, V any]() *Map[K, V] { return NewFunc[K, V](cmp.Compare[K]) }

func NewFunc[K, V any](c func(a, b K) int) *Map[K, V] { return &Map[K, V]{cmp: c} }

func (n *node[K, V]) skew() *node[K, V] {
	if n.left == nil || n.left.level != n.level {
		return n
	}
	l := n.left
	n.left, l.right = l.right, n
	return l
}

func (n *node[K, V]) split() *node[K, V] {
	if n.right == nil || n.right.right == nil || n.right.right.level != n.level {
		return n
	}
	r := n.right
	n.right, r.left = r.left, n
	r.level++
	return r
}

func (m *Map[K, V]) Set(k K, v V) (old V, replaced bool) {
	var put func(*node[K, V]) *node[K, V]
	put = func(n *node[K, V]) *node[K, V] {
		if n == nil {
			m.size++
			return &node[K, V]{key: k, val: v, level: 1}
		}
		switch c := m.cmp(k, n.key); {
		case c < 0:
			n.left = put(n.left)
		case c > 0:
			n.right = put(n.right)
		default:
			old, replaced = n.val, true
			n.val = v
		}
		return n.skew().split()
	}
	m.root = put(m.root)
	return
}

func (m *Map[K, V]) Get(k K) (v V, ok bool) {
	for n := m.root; n != nil; {
		switch c := m.cmp(k, n.key); {
		case c == 0:
			return n.val, true
		case c < 0:
			n = n.left
		default:
			n = n.right
		}
	}
	return
}

func (m *Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { m.root.each(yield) }
}

func (n *node[K, V]) each(yield func(K, V) bool) bool {
	return n == nil || n.left.each(yield) && yield(n.key, n.val) && n.right.each(yield)
}

func (n *node[K, V]) depth() int {
	if n == nil {
		return 0
	}
	return 1 + max(n.left.depth(), n.right.depth())
}

func (m *Map[K, V]) String() string {
	var sb strings.Builder
	for k, v := range m.All() {
		fmt.Fprintf(&sb, "%v=%v ", k, v)
	}
	return "{" + strings.TrimSpace(sb.String()) + "}"
}

func (m *Map[K, V]) MarshalJSON() ([]byte, error) {
	out := []byte{'['}
	for k, v := range m.All() {
		if len(out) > 1 {
			out = append(out, ',')
		}
		b, err := json.Marshal([]any{k, v})
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
	}
	return append(out, ']'), nil
}

type pos struct{ x, y int }

func main() {
	m := New[string, int]()
	for i, w := range strings.Fields("the rain in spain stays mainly in the plain") {
		if old, ok := m.Set(w, i); ok {
			fmt.Printf("%s was %d\n", w, old)
		}
	}
	fmt.Println(m, m.size)
	b, err := json.Marshal(map[string]any{"m": m})
	fmt.Println(string(b), err)
	p := NewFunc[pos, []string](func(a, b pos) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	for _, q := range []pos{{3, 1}, {1, 2}, {2, 1}} {
		p.Set(q, []string{fmt.Sprint(q.x), fmt.Sprint(q.y)})
	}
	fmt.Printf("%v %T\n", p, p)
	v, ok := p.Get(pos{1, 2})
	fmt.Println(v, ok)
	_, ok = p.Get(pos{})
	fmt.Println(ok)
	big := New[int, struct{}]()
	for i := range 1000 {
		big.Set(i*7919%1009, struct{}{})
	}
	sum, last := 0, -1
	for k := range big.All() {
		if k <= last {
			fmt.Println("out of order")
		}
		last = k
		if sum += k; sum > 1000 {
			break
		}
	}
	fmt.Println(big.size, last, sum, big.root.depth() <= 20)
}
