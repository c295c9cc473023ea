//go:build ignore

package main

import (
	"container/heap"
	"fmt"
	"sort"
	"strings"
)

type Planet struct {
	Name string
	Mass float64
	AU   float64
}

func (p Planet) GoString() string { return "P:" + p.Name }

type planets []*Planet

func (p planets) Len() int      { return len(p) }
func (p planets) Swap(i, j int) { p[i], p[j] = p[j], p[i] }

type byMass struct{ planets }
type byAU struct{ planets }

func (b byMass) Less(i, j int) bool { return b.planets[i].Mass < b.planets[j].Mass }
func (b byAU) Less(i, j int) bool   { return b.planets[i].AU < b.planets[j].AU }

type funcs struct {
	n    int
	less func(i, j int) bool
	swap func(i, j int)
}

func (f funcs) Len() int           { return f.n }
func (f funcs) Less(i, j int) bool { return f.less(i, j) }
func (f funcs) Swap(i, j int)      { f.swap(i, j) }

type tracing struct {
	sort.Interface
	swaps, lesses int
}

func (t *tracing) Less(i, j int) bool { t.lesses++; return t.Interface.Less(i, j) }
func (t *tracing) Swap(i, j int)      { t.swaps++; t.Interface.Swap(i, j) }

type columns struct {
	keys []string
	vals []int
}

func (c columns) Len() int           { return len(c.keys) }
func (c columns) Less(i, j int) bool { return c.keys[i] < c.keys[j] }
func (c columns) Swap(i, j int) {
	c.keys[i], c.keys[j] = c.keys[j], c.keys[i]
	c.vals[i], c.vals[j] = c.vals[j], c.vals[i]
}

type runeSlice []rune

func (r runeSlice) Len() int           { return len(r) }
func (r runeSlice) Less(i, j int) bool { return r[i] < r[j] }
func (r runeSlice) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }

type maxHeap struct{ sort.IntSlice }

func (h maxHeap) Less(i, j int) bool { return h.IntSlice[i] > h.IntSlice[j] }
func (h *maxHeap) Push(x any)        { h.IntSlice = append(h.IntSlice, x.(int)) }
func (h *maxHeap) Pop() any {
	n := len(h.IntSlice) - 1
	v := h.IntSlice[n]
	h.IntSlice = h.IntSlice[:n]
	return v
}

func (p planets) String() string {
	var s []string
	for _, x := range p {
		s = append(s, x.Name)
	}
	return strings.Join(s, ",")
}

func main() {
	ps := planets{{"Earth", 1, 1}, {"Mars", 0.107, 1.5}, {"Venus", 0.815, 0.7}, {"Mercury", 0.055, 0.4}, {"Jupiter", 318, 5.2}}
	sort.Sort(byMass{ps})
	fmt.Println(ps)
	sort.Sort(sort.Reverse(byAU{ps}))
	fmt.Println(ps, sort.IsSorted(byAU{ps}), sort.IsSorted(sort.Reverse(byAU{ps})))
	fmt.Println(byMass{ps}, byAU{ps}.Len())
	t := &tracing{Interface: byMass{ps}}
	sort.Stable(t)
	fmt.Println(ps, t.swaps > 0, t.lesses >= 4, t.Len())
	fmt.Printf("%#v %#v\n", *ps[0], []Planet{*ps[1]})

	words := strings.Fields("delta Alpha charlie Bravo")
	sort.Sort(funcs{len(words), func(i, j int) bool { return strings.ToLower(words[i]) < strings.ToLower(words[j]) }, func(i, j int) { words[i], words[j] = words[j], words[i] }})
	fmt.Println(words)
	c := columns{[]string{"z", "x", "y"}, []int{26, 24, 25}}
	sort.Sort(c)
	fmt.Println(c)
	r := runeSlice("interpreter")
	sort.Sort(r)
	fmt.Println(string(r), sort.IsSorted(r[3:]))
	m := sort.IntSlice{5, 2, 9}
	sort.Sort(sort.Reverse(m))
	fmt.Println(m, m.Search(9), sort.Float64Slice{2.5, 1}.Less(1, 0))
	h := &maxHeap{sort.IntSlice{3, 1, 4, 1, 5, 9, 2, 6}}
	heap.Init(h)
	heap.Push(h, 7)
	for range 4 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println(h.Len())
	i := sort.Search(1000, func(i int) bool { return i*i >= 500 })
	j, found := sort.Find(len(words), func(i int) int { return strings.Compare("charlie", strings.ToLower(words[i])) })
	fmt.Println(i, j, found)
	kth := func(s sort.Interface, k int) bool {
		sort.Sort(s)
		return !s.Less(k, k-1)
	}
	fmt.Println(kth(byAU{ps}, 2), ps)
	var nothing planets
	sort.Sort(byAU{nothing})
	fmt.Printf("%q %d\n", nothing, nothing.Len())
	defer func() { fmt.Println("recovered:", recover() != nil) }()
	sort.Sort(byMass{planets{nil, {}}})
}
