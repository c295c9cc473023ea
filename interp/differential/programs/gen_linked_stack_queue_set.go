//go:build ignore

package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"
)

type Container[T any] interface {
	Put(T)
	Take() (T, bool)
	Len() int
}

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Put(v T)  { s.items = append(s.items, v) }
func (s *Stack[T]) Len() int { return len(s.items) }
func (s *Stack[T]) Take() (v T, ok bool) {
	if ok = len(s.items) > 0; ok {
		v = s.items[len(s.items)-1]
		s.items = s.items[:len(s.items)-1]
	}
	return
}

type link[T any] struct {
	val  T
	next *link[T]
}

type Queue[T any] struct {
	head, tail *link[T]
	n          int
}

func (q *Queue[T]) Put(v T) {
	l := &link[T]{val: v}
	if q.tail == nil {
		q.head = l
	} else {
		q.tail.next = l
	}
	q.tail = l
	q.n++
}

func (q *Queue[T]) Take() (T, bool) {
	if q.head == nil {
		return *new(T), false
	}
	v := q.head.val
	if q.head = q.head.next; q.head == nil {
		q.tail = nil
	}
	q.n--
	return v, true
}

func (q *Queue[T]) Len() int { return q.n }

type Ring[T any] struct {
	buf   [4]T
	start int
	Queue[T]
}

type Set[T comparable] map[T]struct{}

func SetOf[T comparable](vs ...T) Set[T] {
	s := make(Set[T], len(vs))
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}

func (s Set[T]) Union(o Set[T]) Set[T] {
	u := SetOf[T]()
	for _, m := range []Set[T]{s, o} {
		for v := range m {
			u[v] = struct{}{}
		}
	}
	return u
}

func (s Set[T]) Intersect(o Set[T]) Set[T] {
	r := Set[T]{}
	for v := range s {
		if _, ok := o[v]; ok {
			r[v] = struct{}{}
		}
	}
	return r
}

func (s Set[T]) SortedFunc(f func(a, b T) int) []T {
	var out []T
	for v := range s {
		out = append(out, v)
	}
	slices.SortFunc(out, f)
	return out
}

func Drain[T any](c Container[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v, ok := c.Take(); ok; v, ok = c.Take() {
			if !yield(v) {
				return
			}
		}
	}
}

func Move[T any, D, S Container[T]](dst D, src S) (n int) {
	for v := range Drain[T](src) {
		dst.Put(v)
		n++
	}
	return n
}

type coord struct{ r, c int }

func search(maze []string, c Container[coord]) (visited int, found bool) {
	seen := SetOf[coord]()
	c.Put(coord{0, 0})
	for at := range Drain(c) {
		if at.r < 0 || at.c < 0 || at.r >= len(maze) || at.c >= len(maze[at.r]) {
			continue
		}
		if _, dup := seen[at]; dup || maze[at.r][at.c] == '#' {
			continue
		}
		seen[at] = struct{}{}
		visited++
		if maze[at.r][at.c] == 'X' {
			return visited, true
		}
		for _, d := range []coord{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			c.Put(coord{at.r + d.r, at.c + d.c})
		}
	}
	return
}

func main() {
	maze := strings.Fields("..#.... .#..##. ....#X. .##...#")
	for _, c := range []Container[coord]{&Stack[coord]{}, &Queue[coord]{}, &Ring[coord]{}} {
		n, ok := search(maze, c)
		fmt.Printf("%T visited %d found %t left %d\n", c, n, ok, c.Len())
	}
	s, q := &Stack[string]{}, new(Queue[string])
	for _, w := range strings.Fields("a b c d") {
		q.Put(w)
	}
	fmt.Println(Move[string](s, q), s.items, q.Len())
	for v := range Drain(s) {
		if fmt.Print(v, " "); v == "c" {
			break
		}
	}
	fmt.Println(s.items)
	x, y := SetOf(3, 1, 4, 1, 5), SetOf(9, 2, 6, 5, 3)
	desc := func(a, b int) int { return b - a }
	fmt.Println(x.Union(y).SortedFunc(desc), x.Intersect(y).SortedFunc(desc), len(x))
	mixed := SetOf[any](1, "1", 1.0, nil, coord{1, 1}, [2]bool{})
	_, has := mixed[coord{1, 1}]
	_, hasNot := mixed[int8(1)]
	fmt.Println(len(mixed), has, hasNot)
	_, ok := new(Stack[error]).Take()
	fmt.Println(ok)
}
