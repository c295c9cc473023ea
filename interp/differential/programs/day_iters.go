package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

func Count(from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		defer fmt.Print("[done]")
		for i := from; i < to; i++ {
			if !yield(i) {
				fmt.Print("[stopped]")
				return
			}
		}
	}
}
func Filter[T any](s iter.Seq[T], p func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if p(v) && !yield(v) {
				return
			}
		}
	}
}
func Map[T, U any](s iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) { s(func(t T) bool { return yield(f(t)) }) }
}
func Take[T any](s iter.Seq[T], n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		if n <= 0 {
			return
		}
		i := 0
		for v := range s {
			if !yield(v) {
				return
			}
			if i++; i >= n {
				return
			}
		}
	}
}
func Zip[A, B any](a iter.Seq[A], b iter.Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		next, stop := iter.Pull(b)
		defer stop()
		for x := range a {
			y, ok := next()
			if !ok || !yield(x, y) {
				return
			}
		}
	}
}
func Fib() iter.Seq[int] {
	return func(yield func(int) bool) {
		for a, b := 0, 1; yield(a); a, b = b, a+b {
		}
	}
}

type List[T any] struct {
	head *node[T]
	n    int
}
type node[T any] struct {
	v    T
	next *node[T]
}

func (l *List[T]) Push(v T) { l.head = &node[T]{v, l.head}; l.n++ }
func (l *List[T]) Each(yield func(T) bool) {
	for n := l.head; n != nil; n = n.next {
		if !yield(n.v) {
			return
		}
	}
}
func search(s iter.Seq[int], want int) (idx int, found bool) {
	defer func() { idx *= 10 }()
	i := 0
	for v := range s {
		defer func() { fmt.Print("d", v, " ") }()
		if v == want {
			return i, true
		}
		i++
	}
	return -1, false
}
func nested() string {
	var sb strings.Builder
outer:
	for i := range Count(0, 4) {
		for j := range Count(0, 4) {
			if j == 2 {
				continue outer
			}
			if i == 2 {
				break outer
			}
			fmt.Fprintf(&sb, "%d%d ", i, j)
		}
	}
	return sb.String()
}

func main() {
	for v := range Take(Filter(Fib(), func(i int) bool { return i%2 == 0 }), 5) {
		fmt.Print(v, " ")
	}
	fmt.Println()
	fmt.Println(search(Count(5, 9), 7))
	fmt.Println(search(Count(5, 7), 70))
	fmt.Println(nested())
	for a, b := range Zip(Count(0, 3), slices.Values([]string{"x", "y", "z", "w"})) {
		fmt.Print(a, b, " ")
	}
	fmt.Println()
	l := &List[string]{}
	for w := range strings.FieldsSeq("c b a") {
		l.Push(w)
	}
	for v := range l.Each {
		fmt.Print(v)
	}
	fmt.Println(slices.Collect(Map(l.Each, strings.ToUpper)), l.n)
	func() {
		defer func() { fmt.Println("rec", recover()) }()
		for v := range Count(0, 3) {
			if v == 1 {
				panic("in body")
			}
		}
	}()
	for i := range 3 {
		defer fmt.Print("D", i, " ")
	}
	for range Count(0, 2) {
		fmt.Print(".")
	}
	m := maps.Collect(slices.All([]string{"p", "q"}))
	fmt.Println(m, slices.Sorted(maps.Values(m)))
	for i, c := range slices.Backward([]rune("héy")) {
		fmt.Print(i, string(c), ",")
	}
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c, cap(c))
	}
	for part := range strings.SplitSeq("a-b-c", "-") {
		fmt.Print(part, ";")
	}
	next, stop := iter.Pull2(maps.All(map[string]int{"k": 1}))
	k, v, ok := next()
	fmt.Println(k, v, ok)
	k, v, ok = next()
	fmt.Printf("%q %v %v\n", k, v, ok)
	stop()
	var fs []func() int
	for i := range Count(0, 3) {
		fs = append(fs, func() int { i *= 10; return i })
	}
	for _, f := range fs {
		fmt.Print(f(), f(), " ")
	}
	fmt.Println()
}
