package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

type Emp struct {
	Name string
	Dept string
	Pay  float64
	Age  int
}
type By func(a, b *Emp) bool
type sorter struct {
	es []Emp
	by By
}

func (by By) Sort(es []Emp) { sort.Sort(&sorter{es, by}) }
func (s *sorter) Len() int  { return len(s.es) }
func (s *sorter) Swap(i, j int) {
	s.es[i], s.es[j] = s.es[j], s.es[i]
}
func (s *sorter) Less(i, j int) bool { return s.by(&s.es[i], &s.es[j]) }

type multi struct {
	es   []Emp
	less []func(a, b *Emp) int
}

func OrderedBy(f ...func(a, b *Emp) int) *multi { return &multi{less: f} }
func (m *multi) Sort(es []Emp)                  { m.es = es; sort.Stable(m) }
func (m *multi) Len() int                       { return len(m.es) }
func (m *multi) Swap(i, j int)                  { m.es[i], m.es[j] = m.es[j], m.es[i] }
func (m *multi) Less(i, j int) bool {
	for _, f := range m.less {
		switch c := f(&m.es[i], &m.es[j]); {
		case c < 0:
			return true
		case c > 0:
			return false
		}
	}
	return false
}

type revIdx struct{ sort.Interface }

func (r revIdx) Less(i, j int) bool { return r.Interface.Less(j, i) }

func quick[T cmp.Ordered](xs []T) []T {
	if len(xs) < 2 {
		return xs
	}
	p := xs[0]
	var l, r []T
	for _, x := range xs[1:] {
		if x < p {
			l = append(l, x)
		} else {
			r = append(r, x)
		}
	}
	return append(append(quick(l), p), quick(r)...)
}

func mergeSort[S ~[]E, E any](s S, less func(a, b E) bool) S {
	if len(s) < 2 {
		return s
	}
	m := len(s) / 2
	a, b := mergeSort(slices.Clone(s[:m]), less), mergeSort(slices.Clone(s[m:]), less)
	out := s[:0:0]
	for len(a) > 0 && len(b) > 0 {
		if less(b[0], a[0]) {
			out, b = append(out, b[0]), b[1:]
		} else {
			out, a = append(out, a[0]), a[1:]
		}
	}
	return append(append(out, a...), b...)
}

type Grid [3][3]int

func (g *Grid) Transpose() {
	for i := range g {
		for j := i + 1; j < len(g[i]); j++ {
			g[i][j], g[j][i] = g[j][i], g[i][j]
		}
	}
}
func (g Grid) Row(i int) [3]int { return g[i] }

func main() {
	es := []Emp{{"Zed", "x", 10, 30}, {"Amy", "y", 30, 25}, {"Bob", "x", 20, 30}, {"Cat", "y", 20, 41}}
	By(func(a, b *Emp) bool { return a.Name < b.Name }).Sort(es)
	fmt.Println(es)
	OrderedBy(func(a, b *Emp) int { return cmp.Compare(a.Dept, b.Dept) }, func(a, b *Emp) int { return -cmp.Compare(a.Pay, b.Pay) }).Sort(es)
	fmt.Println(es)
	sort.Sort(revIdx{sort.IntSlice([]int{1})})
	xs := sort.StringSlice{"b", "a", "c"}
	sort.Sort(revIdx{xs})
	fmt.Println(xs)
	fmt.Println(quick([]int{3, 1, 2, 3}), quick(strings.Fields("q w e r t")))
	fmt.Println(mergeSort(es, func(a, b Emp) bool { return a.Age < b.Age }))
	g := Grid{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	h := g
	h.Transpose()
	fmt.Println(g, h, g.Row(1), h == g)
	groups := map[string][]Emp{}
	for _, e := range es {
		groups[e.Dept] = append(groups[e.Dept], e)
	}
	for _, k := range slices.Sorted(maps.Keys(groups)) {
		v := groups[k]
		tot := 0.0
		for _, e := range v {
			tot += e.Pay
		}
		fmt.Printf("%s: n=%d avg=%.2f top=%s\n", k, len(v), tot/float64(len(v)), slices.MaxFunc(v, func(a, b Emp) int { return cmp.Compare(a.Pay, b.Pay) }).Name)
	}
	idx := []int{0, 1, 2, 3}
	slices.SortStableFunc(idx, func(a, b int) int { return cmp.Compare(es[a].Pay, es[b].Pay) })
	fmt.Println(idx, slices.Compact([]int{1, 1, 2, 2, 1}), slices.Insert([]int{1, 4}, 1, 2, 3), slices.Delete([]int{1, 2, 3, 4}, 1, 3), slices.Equal([]int{1}, []int{1}))
	fmt.Println(slices.IndexFunc(es, func(e Emp) bool { return e.Name == "Bob" }), slices.Contains([]string{"a"}, "a"), slices.Repeat([]int{1, 2}, 2), slices.Concat([]int{1}, []int{2, 3}))
	m2 := maps.Clone(map[string]int{"a": 1})
	maps.DeleteFunc(m2, func(k string, v int) bool { return v == 1 })
	fmt.Println(m2, slices.Sorted(maps.Values(map[int]int{1: 3, 2: 1})))
	pos, ok := slices.BinarySearch([]int{1, 3, 5}, 4)
	fmt.Println(pos, ok, sort.SearchInts([]int{1, 3, 5}, 3))
	set := map[rune]struct{}{}
	for _, r := range "hello" {
		set[r] = struct{}{}
	}
	fmt.Println(len(set))
	mat := make([][]float64, 2)
	for i := range mat {
		mat[i] = make([]float64, 3)
		for j := range mat[i] {
			mat[i][j] = float64(i*3 + j)
		}
	}
	fmt.Println(mat)
}
