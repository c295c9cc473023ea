package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
)

type List[T any] struct {
	head, tail *node[T]
	n          int
}

type node[T any] struct {
	val  T
	next *node[T]
}

func Of[T any](vs ...T) *List[T] {
	l := new(List[T])
	l.Append(vs...)
	return l
}

func (l *List[T]) Append(vs ...T) *List[T] {
	for _, v := range vs {
		n := &node[T]{val: v}
		if l.tail == nil {
			l.head = n
		} else {
			l.tail.next = n
		}
		l.tail = n
		l.n++
	}
	return l
}

func (l *List[T]) Prepend(v T) *List[T] {
	l.head = &node[T]{v, l.head}
	if l.tail == nil {
		l.tail = l.head
	}
	l.n++
	return l
}

func (l *List[T]) Reverse() *List[T] {
	var prev *node[T]
	l.tail = l.head
	for cur := l.head; cur != nil; {
		cur, cur.next, prev = cur.next, prev, cur
	}
	l.head = prev
	return l
}

func (l *List[T]) Remove(f func(T) bool) (removed int) {
	l.tail = nil
	for p := &l.head; *p != nil; {
		if f((*p).val) {
			*p = (*p).next
			removed++
			continue
		}
		l.tail = *p
		p = &(*p).next
	}
	l.n -= removed
	return
}

func (l *List[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		i := 0
		for n := l.head; n != nil && yield(i, n.val); n = n.next {
			i++
		}
	}
}

func (l List[T]) String() string {
	var parts []string
	for _, v := range l.All() {
		parts = append(parts, fmt.Sprint(v))
	}
	return "(" + strings.Join(parts, " . ") + ")"
}

func (l *List[T]) MarshalJSON() ([]byte, error) {
	out := []T{}
	for _, v := range l.All() {
		out = append(out, v)
	}
	return json.Marshal(out)
}

func (l *List[T]) UnmarshalJSON(b []byte) error {
	var vs []T
	if err := json.Unmarshal(b, &vs); err != nil {
		return err
	}
	*l = *Of(vs...)
	return nil
}

func MergeSort[T cmp.Ordered](l *List[T]) *List[T] {
	if l.n < 2 {
		return l
	}
	a, b := Of[T](), Of[T]()
	for i, v := range l.All() {
		if i < l.n/2 {
			a.Append(v)
		} else {
			b.Append(v)
		}
	}
	a, b = MergeSort(a), MergeSort(b)
	out := Of[T]()
	x, y := a.head, b.head
	for x != nil || y != nil {
		if y == nil || x != nil && x.val <= y.val {
			out.Append(x.val)
			x = x.next
		} else {
			out.Append(y.val)
			y = y.next
		}
	}
	return out
}

func Map[T, U any](l *List[T], f func(T) U) *List[U] {
	out := &List[U]{}
	for _, v := range l.All() {
		out.Append(f(v))
	}
	return out
}

func Reduce[T, A any](l *List[T], acc A, f func(A, T) A) A {
	for _, v := range l.All() {
		acc = f(acc, v)
	}
	return acc
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func Zip[A, B any](a *List[A], b *List[B]) *List[Pair[A, B]] {
	out := Of[Pair[A, B]]()
	for x, y := a.head, b.head; x != nil && y != nil; x, y = x.next, y.next {
		out.Append(Pair[A, B]{x.val, y.val})
	}
	return out
}

type Stack[T any] struct{ List[T] }

func (s *Stack[T]) Pop() (v T, ok bool) {
	if s.head == nil {
		return
	}
	v, s.head = s.head.val, s.head.next
	s.n--
	if s.head == nil {
		s.tail = nil
	}
	return v, true
}

func main() {
	l := Of(3, 1, 4, 1, 5, 9, 2, 6)
	fmt.Println(l, l.n)
	fmt.Println(l.Prepend(0), MergeSort(l))
	fmt.Println(l.Reverse(), l.tail.val)
	fmt.Println(l.Remove(func(v int) bool { return v%2 == 1 }), l, l.tail.val)
	words := Map(l, func(n int) string { return strings.Repeat("x", n) })
	fmt.Printf("%v %q %d\n", words, words.tail.val, words.n)
	fmt.Println(Reduce(l, "sum", func(a string, v int) string { return fmt.Sprint(a, "+", v) }), Reduce(l, 0.5, func(a float64, v int) float64 { return a + float64(v) }))
	z := Zip(l, words)
	fmt.Printf("%v %+v %T\n", z, z.head.val, z)
	b, err := json.Marshal(map[string]any{"l": l, "z": z, "e": Of[bool]()})
	fmt.Println(string(b), err)
	var back List[Pair[int, string]]
	fmt.Println(json.Unmarshal([]byte(`[{"First":1,"Second":"a"},{"First":2}]`), &back), back, back.n)
	fmt.Println(json.Unmarshal([]byte(`[1,"x"]`), Of[int]()))
	var s Stack[rune]
	for _, r := range "stack" {
		s.Prepend(r)
	}
	for r, ok := s.Pop(); ok; r, ok = s.Pop() {
		fmt.Print(string(r))
	}
	v, ok := s.Pop()
	fmt.Println(" ", v, ok, s.n, s.tail == nil)
	fmt.Println(s.Append('z'), s)
	for i, v := range MergeSort(Of("pear", "fig", "apple")).All() {
		if i > 1 {
			break
		}
		fmt.Print(i, v, " ")
	}
	fmt.Println()
	fmt.Println(Of(Of(1, 2), Of[int]()), nil == l.head.next, Pair[int, *int]{1, nil} == Pair[int, *int]{1, nil})
}
