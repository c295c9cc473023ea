package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

type Tree[T any] struct {
	Left, Right *Tree[T]
	Value       T
}

type Set[T any] struct {
	root *Tree[T]
	cmp  func(a, b T) int
}

func NewSet[T any](cmp func(a, b T) int, vs ...T) *Set[T] {
	s := &Set[T]{cmp: cmp}
	for _, v := range vs {
		s.Add(v)
	}
	return s
}

func (s *Set[T]) slot(v T) **Tree[T] {
	p := &s.root
	for *p != nil {
		switch c := s.cmp(v, (*p).Value); {
		case c < 0:
			p = &(*p).Left
		case c > 0:
			p = &(*p).Right
		default:
			return p
		}
	}
	return p
}

func (s *Set[T]) Add(v T) bool {
	p := s.slot(v)
	if *p != nil {
		return false
	}
	*p = &Tree[T]{Value: v}
	return true
}

func (s *Set[T]) Remove(v T) bool {
	p := s.slot(v)
	n := *p
	if n == nil {
		return false
	}
	if n.Left != nil && n.Right != nil {
		q := &n.Right
		for (*q).Left != nil {
			q = &(*q).Left
		}
		n.Value = (*q).Value
		*q = (*q).Right
		return true
	}
	if *p = n.Left; *p == nil {
		*p = n.Right
	}
	return true
}

func (t *Tree[T]) push(yield func(T) bool) bool {
	if t == nil {
		return true
	}
	return t.Left.push(yield) && yield(t.Value) && t.Right.push(yield)
}

func (s *Set[T]) All() iter.Seq[T] { return func(yield func(T) bool) { s.root.push(yield) } }

func (s *Set[T]) Levels() iter.Seq2[int, []T] {
	return func(yield func(int, []T) bool) {
		level := []*Tree[T]{s.root}
		for d := 0; len(level) > 0; d++ {
			var next []*Tree[T]
			var vals []T
			for _, n := range level {
				if n == nil {
					continue
				}
				vals = append(vals, n.Value)
				next = append(next, n.Left, n.Right)
			}
			if vals == nil || !yield(d, vals) {
				return
			}
			level = next
		}
	}
}

// merge walks two ordered sequences in step, using pull iterators.
func merge[T any](a, b iter.Seq[T], cmp func(T, T) int) iter.Seq[T] {
	return func(yield func(T) bool) {
		nextA, stopA := iter.Pull(a)
		defer stopA()
		nextB, stopB := iter.Pull(b)
		defer stopB()
		x, okX := nextA()
		y, okY := nextB()
		for okX || okY {
			var v T
			if !okY || okX && cmp(x, y) <= 0 {
				v = x
				x, okX = nextA()
			} else {
				v = y
				y, okY = nextB()
			}
			if !yield(v) {
				return
			}
		}
	}
}

func main() {
	ints := NewSet(func(a, b int) int { return a - b }, 50, 30, 70, 20, 40, 60, 80, 30, 65)
	fmt.Println(slices.Collect(ints.All()), ints.Add(70), ints.Add(10))
	for d, vals := range ints.Levels() {
		fmt.Println(strings.Repeat(" ", d), d, vals)
	}
	for _, v := range []int{10, 50, 70, 99, 20} {
		fmt.Print(v, ":", ints.Remove(v), " ", slices.Collect(ints.All()), "\n")
	}
	byLen := func(a, b string) int {
		if d := len(a) - len(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	}
	words := NewSet(byLen, strings.Fields("pear fig banana kiwi apple date")...)
	more := NewSet(byLen, "plum", "fig", "watermelon")
	for w := range merge(words.All(), more.All(), byLen) {
		fmt.Print(w, " ")
		if len(w) > 5 {
			break
		}
	}
	fmt.Println()
	total := 0
	for v := range ints.All() {
		if v%3 == 0 {
			continue
		}
		total += v
	}
	empty := NewSet[rune](nil)
	for range empty.All() {
		panic("never")
	}
	for d := range empty.Levels() {
		panic(d)
	}
	fmt.Println(total, empty.root == nil, ints.root.Value)
	fmt.Printf("%T %T %v\n", empty, words.All(), Tree[string]{Value: "leaf"})
}
