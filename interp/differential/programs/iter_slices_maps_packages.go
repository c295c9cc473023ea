//go:build ignore

package main

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
)

type Inventory map[string]int

func (inv Inventory) Sorted() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, k := range slices.Sorted(maps.Keys(inv)) {
			if !yield(k, inv[k]) {
				return
			}
		}
	}
}

func (inv Inventory) Merge(others ...Inventory) Inventory {
	out := maps.Clone(inv)
	for _, o := range others {
		for k, v := range o {
			out[k] += v
		}
	}
	return out
}

type Row struct {
	Dept string
	Pay  int
	Name string
}

func Keys2[K, V any](s iter.Seq2[K, V]) iter.Seq[K] {
	return func(yield func(K) bool) {
		s(func(k K, _ V) bool { return yield(k) })
	}
}

func Group[K comparable, V any](s iter.Seq[V], key func(V) K) map[K][]V {
	m := map[K][]V{}
	for v := range s {
		m[key(v)] = append(m[key(v)], v)
	}
	return m
}

func Runs[T comparable](s iter.Seq[T]) iter.Seq2[T, int] {
	return func(yield func(T, int) bool) {
		var cur T
		n := 0
		for v := range s {
			if n > 0 && v != cur {
				if !yield(cur, n) {
					return
				}
				n = 0
			}
			cur = v
			n++
		}
		if n > 0 {
			yield(cur, n)
		}
	}
}

func main() {
	shop := Inventory{"nut": 5, "bolt": 2, "gear": 0}
	for k, v := range shop.Sorted() {
		fmt.Print(k, "=", v, " ")
	}
	more := shop.Merge(Inventory{"cog": 1, "nut": 1}, nil)
	fmt.Println(slices.Collect(Keys2(more.Sorted())), len(shop))
	fmt.Println(maps.Equal(shop, more), maps.EqualFunc(shop, map[string]string{"nut": "5", "bolt": "2", "gear": "0"}, func(a int, b string) bool { return fmt.Sprint(a) == b }))
	maps.DeleteFunc(more, func(_ string, n int) bool { return n < 2 })
	fmt.Println(more)
	inv := maps.Collect(func(yield func(int, string) bool) {
		for k, v := range shop {
			if !yield(v, k) {
				return
			}
		}
	})
	maps.Insert(inv, slices.All([]string{"zero"}))
	fmt.Println(inv)

	rows := []Row{{"it", 50, "ann"}, {"hr", 40, "bob"}, {"it", 70, "cyd"}, {"hr", 40, "al"}}
	sorted := slices.SortedFunc(slices.Values(rows), func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Dept, b.Dept), cmp.Compare(b.Pay, a.Pay), strings.Compare(a.Name, b.Name))
	})
	fmt.Println(sorted)
	g := Group(slices.Values(rows), func(r Row) string { return r.Dept })
	for _, d := range slices.Sorted(maps.Keys(g)) {
		top := slices.MaxFunc(g[d], func(a, b Row) int { return a.Pay - b.Pay })
		fmt.Println(d, len(g[d]), top.Name)
	}
	for r, n := range Runs(slices.Values([]rune("aaabccd"))) {
		fmt.Printf("%c%d", r, n)
	}
	fmt.Println()

	s := []int{5, 1, 4, 1, 3}
	t := slices.Insert(slices.Clone(s), 2, 8, 9)
	fmt.Println(t, slices.Index(t, 9), slices.Contains(t, 7), slices.Delete(t, 0, 3))
	fmt.Println(slices.Compact(slices.Sorted(slices.Values(s))), slices.Repeat([]string{"x", "y"}, 2), slices.Concat(s[:1], s[3:]))
	slices.Reverse(s)
	fmt.Println(s, slices.Replace(slices.Clone(s), 1, 3, 7), slices.Equal(s, t), slices.Compare(s, []int{3, 2}))
	i, ok := slices.BinarySearch([]string{"a", "c"}, "b")
	fmt.Println(i, ok, slices.Min(s), slices.Max(s), slices.Clip(s[:2]), cap(slices.Clip(s[:2])))
	for w := range strings.SplitSeq("a,b,,c", ",") {
		fmt.Printf("%q ", w)
	}
	for w := range strings.FieldsFuncSeq("one1two22three", unicode.IsDigit) {
		fmt.Print(w, ".")
	}
	for l := range strings.Lines("x\ny\nz") {
		fmt.Printf("%q", l)
	}
	fmt.Println()
	fmt.Println(slices.AppendSeq([]int{0}, maps.Values(map[string]int{"k": 1})), slices.IndexFunc(s, func(n int) bool { return n > 3 }))
}
