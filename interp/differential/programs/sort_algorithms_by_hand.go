//go:build ignore

package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

type Sorter[T cmp.Ordered] interface {
	Name() string
	Sort([]T) []T
}

type named[T cmp.Ordered] struct {
	name string
	fn   func([]T) []T
}

func (n named[T]) Name() string   { return n.name }
func (n named[T]) Sort(s []T) []T { return n.fn(slices.Clone(s)) }

func bubble[T cmp.Ordered](s []T) []T {
	for n := len(s); n > 1; {
		last := 0
		for i := 1; i < n; i++ {
			if s[i-1] > s[i] {
				s[i-1], s[i] = s[i], s[i-1]
				last = i
			}
		}
		n = last
	}
	return s
}

func insertion[T cmp.Ordered](s []T) []T {
	for i := range s {
		for j := i; j > 0 && s[j] < s[j-1]; j-- {
			s[j], s[j-1] = s[j-1], s[j]
		}
	}
	return s
}

func quick[T cmp.Ordered](s []T) []T {
	if len(s) < 2 {
		return s
	}
	p := s[len(s)/2]
	i, j := 0, len(s)-1
	for i <= j {
		for s[i] < p {
			i++
		}
		for s[j] > p {
			j--
		}
		if i <= j {
			s[i], s[j] = s[j], s[i]
			i++
			j--
		}
	}
	quick(s[:j+1])
	quick(s[i:])
	return s
}

func merge[T cmp.Ordered](s []T) []T {
	if len(s) <= 1 {
		return s
	}
	a, b := merge(slices.Clone(s[:len(s)/2])), merge(slices.Clone(s[len(s)/2:]))
	out := s[:0]
	for len(a) > 0 && len(b) > 0 {
		if cmp.Less(b[0], a[0]) {
			out, b = append(out, b[0]), b[1:]
		} else {
			out, a = append(out, a[0]), a[1:]
		}
	}
	return append(append(out, a...), b...)
}

func shell[T cmp.Ordered](s []T) []T {
	for gap := len(s) / 2; gap > 0; gap /= 2 {
	outer:
		for i := gap; i < len(s); i++ {
			v := s[i]
			j := i
			for ; j >= gap; j -= gap {
				if s[j-gap] <= v {
					s[j] = v
					continue outer
				}
				s[j] = s[j-gap]
			}
			s[j] = v
		}
	}
	return s
}

type tree[T cmp.Ordered] struct {
	l, r *tree[T]
	v    T
	n    int
}

func (t *tree[T]) add(v T) *tree[T] {
	if t == nil {
		return &tree[T]{v: v, n: 1}
	}
	switch {
	case v < t.v:
		t.l = t.l.add(v)
	case v > t.v:
		t.r = t.r.add(v)
	default:
		t.n++
	}
	return t
}

func (t *tree[T]) walk(f func(T)) {
	if t == nil {
		return
	}
	t.l.walk(f)
	for range t.n {
		f(t.v)
	}
	t.r.walk(f)
}

func treeSort[T cmp.Ordered](s []T) (out []T) {
	var root *tree[T]
	for _, v := range s {
		root = root.add(v)
	}
	root.walk(func(v T) { out = append(out, v) })
	return
}

func all[T cmp.Ordered]() []Sorter[T] {
	return []Sorter[T]{
		named[T]{"bubble", bubble[T]}, named[T]{"insertion", insertion[T]}, named[T]{"quick", quick[T]},
		named[T]{"merge", merge[T]}, named[T]{"shell", shell[T]}, named[T]{"tree", treeSort[T]},
	}
}

func check[T cmp.Ordered](data []T) {
	want := slices.Sorted(slices.Values(data))
	fmt.Printf("%T of %d: %v\n", data, len(data), want[:min(8, len(want))])
	for _, s := range all[T]() {
		fmt.Printf("  %-9s %t\n", s.Name(), slices.Equal(s.Sort(data), want))
	}
}

func main() {
	x := uint32(1)
	rnd := func() uint32 { x ^= x << 13; x ^= x >> 17; x ^= x << 5; return x }
	ints := make([]int, 500)
	for i := range ints {
		ints[i] = int(rnd()%1000) - 500
	}
	check(ints)
	check([]string{"pear", "fig", "", "apple", "fig", "Zebra", "äpfel"})
	check([]float64{2.5, -1, 0, 1e9, -1e-9})
	check([]rune("sorting algorithms"))
	fmt.Println(string(merge([]byte("merge me"))), sort.IntsAreSorted(quick(ints)))
	kind := Sorter[int](named[int]{"x", nil})
	fmt.Printf("%T\n", kind)
}
