//go:build ignore

package main

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

func Map[T, U any](in []T, f func(T) U) []U {
	out := make([]U, 0, len(in))
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

func Filter[S ~[]T, T any](in S, keep func(T) bool) (out S) {
	for _, v := range in {
		if keep(v) {
			out = append(out, v)
		}
	}
	return
}

func Reduce[T, A any](in []T, acc A, f func(A, T) A) A {
	for _, v := range in {
		acc = f(acc, v)
	}
	return acc
}

func Compose[A, B, C any](f func(A) B, g func(B) C) func(A) C {
	return func(a A) C { return g(f(a)) }
}

func Curry[A, B, C any](f func(A, B) C) func(A) func(B) C {
	return func(a A) func(B) C { return func(b B) C { return f(a, b) } }
}

func Memo[K comparable, V any](f func(K) V) (get func(K) V, hits func() int) {
	cache := make(map[K]V)
	n := 0
	return func(k K) V {
			if v, ok := cache[k]; ok {
				n++
				return v
			}
			v := f(k)
			cache[k] = v
			return v
		}, func() int {
			return n
		}
}

func Fix[A, B any](f func(self func(A) B, a A) B) func(A) B {
	var self func(A) B
	self = func(a A) B { return f(self, a) }
	return self
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func (p Pair[A, B]) Swap() Pair[B, A] { return Pair[B, A]{p.Second, p.First} }

func Zip[A, B any](as []A, bs []B) []Pair[A, B] {
	out := make([]Pair[A, B], min(len(as), len(bs)))
	for i := range out {
		out[i] = Pair[A, B]{as[i], bs[i]}
	}
	return out
}

func Entries[M ~map[K]V, K comparable, V any](m M, less func(a, b K) bool) []Pair[K, V] {
	ps := []Pair[K, V]{}
	for k, v := range m {
		ps = append(ps, Pair[K, V]{k, v})
	}
	sort.Slice(ps, func(i, j int) bool { return less(ps[i].First, ps[j].First) })
	return ps
}

func TryMap[T, U any](in []T, f func(T) (U, error)) (out []U, err error) {
	for i, v := range in {
		u, e := f(v)
		if e != nil {
			err = errors.Join(err, fmt.Errorf("element %d: %w", i, e))
			continue
		}
		out = append(out, u)
	}
	return
}

type Names []string

func (n Names) Upper() Names { return Map(n, strings.ToUpper) }

func Ternary[T any](cond bool, a, b T) T {
	if cond {
		return a
	}
	return b
}

func main() {
	names := Names{"ann", "bo", "cyril", "di"}
	short := Filter(names, func(s string) bool { return len(s) < 4 })
	fmt.Printf("%v %T %v\n", short, short, short.Upper())
	fmt.Println(Map(names, func(s string) int { return len(s) }), Reduce(names, 0, func(n int, s string) int { return n + len(s) }))
	fmt.Println(Reduce([]int{1, 2, 3}, "", func(s string, n int) string { return s + strconv.Itoa(n) }))
	quoteLen := Compose(strconv.Quote, func(s string) int { return len(s) })
	fmt.Println(quoteLen("a\"b"), Compose(quoteLen, strconv.Itoa)("xyz")+"!")
	add := Curry(func(a int, b float64) string { return fmt.Sprintf("%.2f", float64(a)+b) })
	fmt.Println(add(1)(2.5), Map([]float64{0, 0.5}, add(10)))
	calls := 0
	square, hits := Memo(func(n int) int { calls++; return n * n })
	squares := Map([]int{3, 4, 3, 3, 4}, square)
	fmt.Println(squares, calls, hits())
	fact := Fix(func(self func(int) int, n int) int {
		if n < 2 {
			return 1
		}
		return n * self(n-1)
	})
	fmt.Println(fact(10), Map([]int{1, 2, 3, 4}, fact))
	z := Zip(names, []bool{true, false, true})
	fmt.Printf("%+v %T\n", z, z[0].Swap())
	fmt.Println(Map(z, Pair[string, bool].Swap), z[0] == Pair[string, bool]{"ann", true})
	ages := map[string]int{"ann": 30, "bo": 4, "zed": 9}
	for i, e := range Entries(ages, func(a, b string) bool { return a > b }) {
		fmt.Print(i, e.First, e.Second, " ")
	}
	fmt.Println()
	ns, err := TryMap([]string{"1", "two", "3", ""}, strconv.Atoi)
	fmt.Println(ns, strings.Count(err.Error(), "\n"), errors.Is(err, strconv.ErrSyntax))
	fmt.Println(Ternary(len(ns) > 1, "many", "few"), Ternary[any](false, 1, "x"), Ternary[error](true, nil, err))
	nested := Map([][]int{{1, 2}, {}, nil, {3}}, func(s []int) Pair[int, []string] {
		return Pair[int, []string]{len(s), Map(s, strconv.Itoa)}
	})
	fmt.Printf("%v\n%#v\n", nested, Pair[string, *int]{"p", nil})
}
