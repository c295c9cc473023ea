package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

func Count(from, step int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := from; yield(i); i += step {
		}
	}
}

func Take[T any](s iter.Seq[T], n int) iter.Seq[T] {
	return func(yield func(T) bool) {
		if n <= 0 {
			return
		}
		i := 0
		for v := range s {
			if i++; !yield(v) || i == n {
				return
			}
		}
	}
}

func Map[T, U any](s iter.Seq[T], f func(T) U) iter.Seq[U] {
	return func(yield func(U) bool) {
		s(func(v T) bool { return yield(f(v)) })
	}
}

func Filter[T any](s iter.Seq[T], keep func(T) bool) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v := range s {
			if keep(v) && !yield(v) {
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

func Windows[T any](s iter.Seq[T], n int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		var w []T
		for v := range s {
			if w = append(w, v); len(w) < n {
				continue
			}
			if !yield(slices.Clone(w)) {
				return
			}
			w = w[1:]
		}
	}
}

func Chain[T any](ss ...iter.Seq[T]) iter.Seq[T] {
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

func traced(log *[]string, name string, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		*log = append(*log, name+" start")
		defer func() { *log = append(*log, name+" stop") }()
		for i := range n {
			if !yield(i) {
				*log = append(*log, name+" early")
				return
			}
		}
	}
}

func find(s iter.Seq2[int, string], want string) (at int, err error) {
	for i, v := range s {
		if v == want {
			return i, nil
		}
	}
	return -1, fmt.Errorf("no %q", want)
}

func main() {
	squares := Map(Count(1, 1), func(n int) int { return n * n })
	odd := Filter(squares, func(n int) bool { return n%2 == 1 })
	fmt.Println(slices.Collect(Take(odd, 5)), slices.Collect(Take(odd, 0)) == nil)
	for k, v := range Zip(slices.Values([]string{"a", "b", "c"}), Count(10, -3)) {
		fmt.Print(k, v, " ")
	}
	fmt.Println(len(maps.Collect(Zip(Count(0, 1), strings.SplitSeq("x,y,z", ",")))))
	for w := range Windows(Take(Count(0, 2), 5), 3) {
		fmt.Print(w)
	}
	fmt.Println()
	var log []string
outer:
	for i := range traced(&log, "A", 4) {
		for j := range traced(&log, "B", 3) {
			switch {
			case j == 1 && i == 0:
				continue outer
			case i == 2:
				break outer
			}
		}
	}
	fmt.Println(strings.Join(log, "|"))
	log = nil
	func() {
		defer func() { fmt.Println("recovered", recover(), log) }()
		for i := range traced(&log, "P", 9) {
			defer func() { log = append(log, fmt.Sprint("d", i)) }()
			if i == 2 {
				panic("in body")
			}
		}
	}()
	fmt.Println(find(slices.All([]string{"p", "q"}), "q"))
	fmt.Println(find(maps.All(map[int]string{4: "only"}), "none"))
	fmt.Println(slices.Collect(Chain(Take(Count(1, 1), 2), slices.Values([]int{7}), maps.Keys(map[int]bool{9: true}))))
	for c := range slices.Chunk([]int{1, 2, 3, 4, 5}, 2) {
		fmt.Print(c, len(c), cap(c), " ")
	}
	fmt.Println(slices.Sorted(maps.Values(map[string]int{"a": 3, "b": 1})), slices.Collect(maps.Keys(map[int]int{})))
	for i, v := range slices.Backward([]string{"x", "y"}) {
		fmt.Print(i, v, " ")
	}
	next, stop := iter.Pull2(Zip(Count(5, 5), slices.Values([]rune("hi"))))
	for {
		n, r, ok := next()
		if !ok {
			break
		}
		fmt.Printf("%d%c ", n, r)
	}
	stop()
	n, r, ok := next()
	fmt.Println(n, r, ok)
	var fs []func() int
	for i := range 3 {
		fs = append(fs, func() int { i *= 10; return i })
	}
	for _, f := range fs {
		f()
		fmt.Print(f(), " ")
	}
	for range Take(Count(0, 1), 2) {
		fmt.Print("tick ")
	}
	for l := range strings.Lines("one\ntwo") {
		fmt.Printf("%q ", l)
	}
	fmt.Println()
}
