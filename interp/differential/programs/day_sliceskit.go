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
	Sal  int
	Tags []string
}
type ByDept []Emp

func (b ByDept) Len() int           { return len(b) }
func (b ByDept) Less(i, j int) bool { return b[i].Dept < b[j].Dept }
func (b ByDept) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type Vec []float64

func (v Vec) Dot(o Vec) (s float64) {
	for i := range v {
		s += v[i] * o[i]
	}
	return
}
func (v *Vec) Append(xs ...float64) { *v = append(*v, xs...) }

type multi struct {
	sort.Interface
	swaps int
}

func (m *multi) Swap(i, j int) { m.swaps++; m.Interface.Swap(i, j) }

func modify(s []int, a [3]int, m map[string]int, p *[3]int) {
	s[0] = 100
	s = append(s, 5)
	s[1] = 200
	a[0] = 100
	m["z"] = 1
	p[2] = 300
}

func main() {
	es := []Emp{{"ann", "eng", 10, nil}, {"bob", "ops", 5, []string{"x"}}, {"cy", "eng", 7, nil}, {"di", "ops", 5, nil}}
	sort.Stable(ByDept(es))
	fmt.Println(es)
	slices.SortStableFunc(es, func(a, b Emp) int {
		return cmp.Or(-cmp.Compare(a.Sal, b.Sal), strings.Compare(b.Name, a.Name))
	})
	fmt.Printf("%+v\n", es)
	m := &multi{Interface: sort.IntSlice{3, 1, 2}}
	sort.Sort(m)
	fmt.Println(m.Interface, m.swaps > 0, sort.IsSorted(m))
	i, ok := slices.BinarySearchFunc(es, 7, func(e Emp, t int) int { return -cmp.Compare(e.Sal, t) })
	fmt.Println(i, ok, sort.Search(100, func(i int) bool { return i*i >= 50 }))
	xs := []int{5, 2, 8, 2, 9}
	ys := slices.Clone(xs)
	slices.Sort(ys)
	fmt.Println(xs, ys, slices.Compact(ys), slices.Contains(xs, 8), slices.Index(xs, 2), slices.Max(xs))
	fmt.Println(slices.Insert([]int{1, 2}, 1, 9, 9), slices.Delete([]int{1, 2, 3, 4}, 1, 3), slices.Equal(xs, ys), slices.Concat(xs[:1], ys[:2]), slices.Repeat([]int{1}, 3))
	s := make([]int, 3, 10)
	a := [3]int{1, 2, 3}
	mm := map[string]int{}
	pa := &a
	modify(s, a, mm, pa)
	fmt.Println(s, s[:4], a, mm, *pa, len(pa), cap(pa))
	var v Vec
	v.Append(1, 2)
	v.Append([]float64{3}...)
	fmt.Println(v, v.Dot(Vec{1, 1, 1}), v[1:].Dot(v[:2]))
	grid := [3][3]rune{}
	for i := range grid {
		for j := range grid[i] {
			grid[i][j] = '.'
		}
	}
	g2 := grid
	g2[1][1] = 'X'
	for _, r := range g2 {
		fmt.Println(string(r[:]))
	}
	fmt.Println(grid == g2, grid[1][1] == '.')
	type pt struct{ x, y int }
	visits := map[pt]int{}
	visits[pt{1, 2}]++
	visits[pt{1, 2}] += 2
	visits[pt{0, 5}]--
	fmt.Println(visits, visits[pt{9, 9}], len(visits))
	nested := map[string]map[string][]int{}
	for _, k := range []string{"a.x", "a.y", "b.x", "a.x"} {
		p, c, _ := strings.Cut(k, ".")
		if nested[p] == nil {
			nested[p] = map[string][]int{}
		}
		nested[p][c] = append(nested[p][c], len(nested[p][c]))
	}
	fmt.Println(nested)
	ps := map[string]*Emp{"q": {Name: "ptr"}}
	ps["q"].Sal += 7
	ps["q"].Tags = append(ps["q"].Tags, "t")
	fmt.Printf("%+v\n", *ps["q"])
	st := map[string]Emp{"v": {Name: "val"}}
	e := st["v"]
	e.Sal = 9
	fmt.Println(st["v"].Sal, e.Sal)
	clear(st)
	maps.DeleteFunc(visits, func(p pt, n int) bool { return n < 0 })
	delete(visits, pt{7, 7})
	fmt.Println(len(st), visits, maps.Equal(visits, map[pt]int{{1, 2}: 3}))
	clear(xs)
	fmt.Println(xs, slices.IndexFunc(es, func(e Emp) bool { return e.Tags != nil }))
	var nilm map[string]int
	v0, ok0 := nilm["q"]
	for range nilm {
	}
	delete(nilm, "x")
	fmt.Println(v0, ok0, len(nilm), nilm == nil)
	arrp := (*[2]int)(ys)
	arrp[0] = 77
	arr := [2]int(ys)
	arr[1] = 55
	fmt.Println(ys, arr, slices.Collect(maps.Keys(map[int]bool{4: true})))
	b := [...]string{2: "c", 0: "a"}
	fmt.Printf("%q %d %v\n", b, len(b), b[:2:2])
	slices.SortFunc(es, func(x, y Emp) int { return cmp.Compare(len(x.Tags), len(y.Tags)) })
	gi := slices.MinFunc(es, func(x, y Emp) int { return cmp.Compare(x.Sal, y.Sal) })
	fmt.Println(gi.Name, slices.ContainsFunc(es, func(e Emp) bool { return e.Sal > 9 }))
}
