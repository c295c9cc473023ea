//go:build ignore

package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

type Seq[T any] iter.Seq[T]

func Count(from int) Seq[int] {
	return func(yield func(int) bool) {
		for i := from; yield(i); i++ {
		}
	}
}

func (s Seq[T]) Take(n int) Seq[T] {
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

func (s Seq[T]) Where(f func(T) bool) Seq[T] {
	return func(yield func(T) bool) {
		s(func(v T) bool { return !f(v) || yield(v) })
	}
}

func (s Seq[T]) Skip(n int) Seq[T] {
	return func(yield func(T) bool) {
		left := n
		for v := range s {
			if left > 0 {
				left--
				continue
			}
			if !yield(v) {
				break
			}
		}
	}
}

func Map[A, B any](s Seq[A], f func(A) B) Seq[B] {
	return func(yield func(B) bool) {
		for v := range s {
			if !yield(f(v)) {
				return
			}
		}
	}
}

func Chain[T any](ss ...Seq[T]) Seq[T] {
	return func(yield func(T) bool) {
		for _, s := range ss {
			for v := range s {
				if !yield(v) {
					return
				}
			}
		}
	}
}

func Zip[A, B any](a Seq[A], b Seq[B]) iter.Seq2[A, B] {
	return func(yield func(A, B) bool) {
		next, stop := iter.Pull(iter.Seq[B](b))
		defer stop()
		for x := range a {
			y, ok := next()
			if !ok || !yield(x, y) {
				return
			}
		}
	}
}

func (s Seq[T]) Slice() []T { return slices.Collect(iter.Seq[T](s)) }

func Fold[T, A any](s Seq[T], acc A, f func(A, T) A) A {
	for v := range s {
		acc = f(acc, v)
	}
	return acc
}

func Of[T any](vs ...T) Seq[T] { return Seq[T](slices.Values(vs)) }

func primes() Seq[int] {
	return func(yield func(int) bool) {
		var found []int
	candidates:
		for n := range Count(2) {
			for _, p := range found {
				if p*p > n {
					break
				}
				if n%p == 0 {
					continue candidates
				}
			}
			found = append(found, n)
			if !yield(n) {
				return
			}
		}
	}
}

func main() {
	even := func(n int) bool { return n%2 == 0 }
	fmt.Println(Count(1).Where(even).Skip(2).Take(4).Slice())
	fmt.Println(primes().Take(12).Slice(), primes().Skip(99).Take(1).Slice())
	words := Map(Of(strings.Fields("range over functions")...), strings.ToUpper)
	for w, n := range Zip(words, Count(10)) {
		fmt.Print(w, n, " ")
	}
	fmt.Println()
	for n, w := range Zip(Count(0), words.Take(2)) {
		fmt.Print(n, w, " ")
	}
	fmt.Println(Chain(Of(1, 2), Of[int](), Of(3), Count(100)).Take(5).Slice())
	fmt.Println(Fold(Of(1, 2, 3), "", func(s string, n int) string { return fmt.Sprint(s, n) }), Fold(Of(2, 3, 4), 1, func(a, b int) int { return a * b }))
	m := maps.Collect(Zip(words, Count(0)))
	fmt.Println(m, slices.Sorted(maps.Values(m)), Of[string]().Slice() == nil)
	fmt.Println(Count(5).Take(0).Slice(), len(Map(Count(0), func(i int) [2]int { return [2]int{i, i * i} }).Take(3).Slice()))
	for c := range slices.Chunk(primes().Take(7).Slice(), 3) {
		fmt.Print(c, len(c), " ")
	}
	for i, v := range slices.Backward([]string{"x", "y"}) {
		fmt.Print(i, v, " ")
	}
	fmt.Printf("%T\n", words)
}
