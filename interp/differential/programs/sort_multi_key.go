package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

type Planet struct {
	Name  string
	Moons int
	Dist  float64
	Rings bool
}

type By func(a, b *Planet) bool

type planetSorter struct {
	planets []Planet
	less    []By
}

func (by By) Sort(ps []Planet) { sort.Sort(&planetSorter{ps, []By{by}}) }

func OrderedBy(less ...By) *planetSorter { return &planetSorter{less: less} }

func (s *planetSorter) Sort(ps []Planet) []Planet { s.planets = ps; sort.Stable(s); return ps }
func (s *planetSorter) Len() int                  { return len(s.planets) }
func (s *planetSorter) Swap(i, j int)             { s.planets[i], s.planets[j] = s.planets[j], s.planets[i] }
func (s *planetSorter) Less(i, j int) bool {
	p, q := &s.planets[i], &s.planets[j]
	for _, less := range s.less {
		switch {
		case less(p, q):
			return true
		case less(q, p):
			return false
		}
	}
	return false
}

type Cmp[T any] func(a, b T) int

func Key[T any, K cmp.Ordered](f func(T) K) Cmp[T] {
	return func(a, b T) int { return cmp.Compare(f(a), f(b)) }
}

func (c Cmp[T]) Desc() Cmp[T] { return func(a, b T) int { return c(b, a) } }
func (c Cmp[T]) Then(d Cmp[T]) Cmp[T] {
	return func(a, b T) int {
		if r := c(a, b); r != 0 {
			return r
		}
		return d(a, b)
	}
}

type natural []string

func (n natural) Len() int      { return len(n) }
func (n natural) Swap(i, j int) { n[i], n[j] = n[j], n[i] }
func (n natural) Less(i, j int) bool {
	a, b := n[i], n[j]
	da, db := strings.IndexAny(a, "0123456789"), strings.IndexAny(b, "0123456789")
	if da < 0 || db < 0 || a[:da] != b[:db] {
		return a < b
	}
	var x, y int
	fmt.Sscan(a[da:], &x)
	fmt.Sscan(b[db:], &y)
	return x < y
}

func names(ps []Planet) string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Name)
	}
	return strings.Join(out, " ")
}

func main() {
	ps := []Planet{{"Mercury", 0, 0.39, false}, {"Venus", 0, 0.72, false}, {"Earth", 1, 1, false}, {"Mars", 2, 1.52, false}, {"Jupiter", 95, 5.2, true}, {"Saturn", 146, 9.58, true}, {"Uranus", 28, 19.2, true}, {"Neptune", 16, 30.1, true}}
	name := func(a, b *Planet) bool { return a.Name < b.Name }
	moons := func(a, b *Planet) bool { return a.Moons > b.Moons }
	rings := func(a, b *Planet) bool { return !a.Rings && b.Rings }
	By(name).Sort(ps)
	fmt.Println(names(ps))
	fmt.Println(names(OrderedBy(rings, moons, name).Sort(ps)))
	byLen := Key(func(p Planet) int { return len(p.Name) })
	dist := Key(func(p Planet) float64 { return p.Dist })
	slices.SortFunc(ps, byLen.Desc().Then(dist))
	fmt.Println(names(ps))
	sort.Slice(ps, func(i, j int) bool { return ps[i].Dist < ps[j].Dist })
	fmt.Println(names(ps), slices.IsSortedFunc(ps, dist), slices.IsSortedFunc(ps, byLen))
	i, found := slices.BinarySearchFunc(ps, 5.2, func(p Planet, d float64) int { return cmp.Compare(p.Dist, d) })
	fmt.Println(i, found, sort.Search(len(ps), func(i int) bool { return ps[i].Dist > 2 }))
	fmt.Println(slices.MinFunc(ps, byLen).Name, slices.MaxFunc(ps, Key(func(p Planet) int { return p.Moons })))

	files := natural{"v10", "v9", "b", "v1", "a20", "a3"}
	sort.Sort(files)
	fmt.Println(files, sort.IsSorted(files))
	sort.Sort(sort.Reverse(files))
	fmt.Println(files)
	xs := []int{5, 2, 8, 2, 9}
	sort.Sort(sort.Reverse(sort.IntSlice(xs)))
	fmt.Println(xs, sort.SearchInts([]int{1, 3, 5}, 4), sort.StringsAreSorted([]string{"a", "B"}))
	idx := make([]int, len(xs))
	for i := range idx {
		idx[i] = i
	}
	slices.SortStableFunc(idx, func(a, b int) int { return cmp.Compare(xs[a], xs[b]) })
	fmt.Println(idx)
	ss := [][]int{{2, 1}, {1, 9, 9}, {1}, {}, {2}}
	slices.SortFunc(ss, slices.Compare[[]int])
	slices.Reverse(ss)
	fmt.Println(ss, ps[0] == Planet{Name: "Mercury", Dist: 0.39}, strings.Count(names(ps), "u"))
}
