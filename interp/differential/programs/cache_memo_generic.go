package main

import (
	"fmt"
	"sort"
	"strings"
)

type Memo[K comparable, V any] struct {
	fn     func(rec func(K) V, k K) V
	table  map[K]V
	misses int
}

func NewMemo[K comparable, V any](fn func(func(K) V, K) V) *Memo[K, V] {
	return &Memo[K, V]{fn: fn, table: map[K]V{}}
}

func (m *Memo[K, V]) Call(k K) V {
	if v, ok := m.table[k]; ok {
		return v
	}
	m.misses++
	v := m.fn(m.Call, k)
	m.table[k] = v
	return v
}

type cut struct {
	price int
	parts string
}

type grid struct{ r, c int }

type coinKey struct {
	amount, coins int
}

func memoize2[A, B comparable, R any](f func(A, B) R) (func(A, B) R, *int) {
	type args struct {
		a A
		b B
	}
	seen := map[args]R{}
	hits := new(int)
	return func(a A, b B) R {
		k := args{a, b}
		if r, ok := seen[k]; ok {
			*hits++
			return r
		}
		r := f(a, b)
		seen[k] = r
		return r
	}, hits
}

func main() {
	fib := NewMemo(func(rec func(int) uint64, n int) uint64 {
		if n < 2 {
			return uint64(n)
		}
		return rec(n-1) + rec(n-2)
	})
	fmt.Println(fib.Call(90), fib.misses, fib.Call(50), fib.misses)

	paths := NewMemo(func(rec func(grid) int, g grid) int {
		if g.r == 0 || g.c == 0 {
			return 1
		}
		return rec(grid{g.r - 1, g.c}) + rec(grid{g.r, g.c - 1})
	})
	fmt.Println(paths.Call(grid{16, 16}), paths.misses, paths.table[grid{3, 2}])

	prices := [...]int{0, 1, 5, 8, 9, 10, 17, 17, 20}
	rod := NewMemo(func(rec func(int) cut, n int) (best cut) {
		for i := 1; i <= min(n, len(prices)-1); i++ {
			rest := rec(n - i)
			if p := prices[i] + rest.price; p > best.price {
				best = cut{p, strings.TrimSpace(fmt.Sprint(i) + " " + rest.parts)}
			}
		}
		return
	})
	for _, n := range []int{0, 4, 7, 8, 13} {
		fmt.Printf("rod %d %+v\n", n, rod.Call(n))
	}

	coins := []int{1, 5, 10, 25, 50}
	change := NewMemo(func(rec func(coinKey) int, k coinKey) int {
		switch {
		case k.amount == 0:
			return 1
		case k.amount < 0 || k.coins == 0:
			return 0
		}
		return rec(coinKey{k.amount, k.coins - 1}) + rec(coinKey{k.amount - coins[k.coins-1], k.coins})
	})
	fmt.Println(change.Call(coinKey{100, 5}), change.Call(coinKey{200, len(coins)}), change.misses)

	var lcs func(a, b string) string
	lcs, hits := memoize2(func(a, b string) string {
		if a == "" || b == "" {
			return ""
		}
		if a[0] == b[0] {
			return a[:1] + lcs(a[1:], b[1:])
		}
		if x, y := lcs(a[1:], b), lcs(a, b[1:]); len(x) >= len(y) {
			return x
		} else {
			return y
		}
	})
	fmt.Println(lcs("interpreter", "intermittent"), *hits > 0)
	repeatN, n := memoize2(strings.Repeat)
	for _, k := range []int{3, 2, 3, 3} {
		fmt.Print(repeatN("ab", k), " ")
	}
	fmt.Println(*n)
	perms := NewMemo(func(rec func(string) []string, s string) []string {
		if len(s) <= 1 {
			return []string{s}
		}
		var out []string
		for i := range s {
			for _, p := range rec(s[:i] + s[i+1:]) {
				out = append(out, s[i:i+1]+p)
			}
		}
		sort.Strings(out)
		return out
	})
	fmt.Println(perms.Call("dcba")[:8], len(perms.Call("abcde")), perms.misses)
}
