package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
)

type K struct {
	a any
	f float64
}
type enum uint8
type bitset map[enum]struct{}
type multi[K comparable, V any] map[K][]V

func (m multi[K, V]) add(k K, vs ...V) multi[K, V] { m[k] = append(m[k], vs...); return m }
func invert[K, V comparable](m map[K]V) map[V][]K {
	r := multi[V, K]{}
	for k, v := range m {
		r.add(v, k)
	}
	return r
}

type arrKey [3]string
type iface interface{ id() int }
type a1 int
type a2 struct{ n int }

func (a a1) id() int  { return int(a) }
func (a *a2) id() int { return a.n }

func main() {
	m := map[float64]int{math.NaN(): 1, math.NaN(): 2, 0: 3}
	m[math.Copysign(0, -1)]++
	_, ok := m[math.NaN()]
	fmt.Println(len(m), ok, m[0])
	clear(m)
	fmt.Println(len(m))
	ks := map[K]string{{1, 1}: "int", {1.0, 1}: "float", {"1", 1}: "str", {nil, 0}: "nil", {[2]int{1, 2}, 0}: "arr"}
	fmt.Println(ks[K{1, 1}], ks[K{1.0, 1}], ks[K{"1", 1}], ks[K{}], ks[K{a: [2]int{1, 2}}], ks[K{int8(1), 1}] == "")
	b := bitset{1: {}, 5: {}}
	_, has := b[5]
	fmt.Println(has, slices.Sorted(maps.Keys(b)), b)
	inv := invert(map[string]int{"a": 1, "b": 2, "c": 1})
	sort.Strings(inv[1])
	fmt.Println(inv)
	ak := map[arrKey]int{{"a", "b"}: 1}
	ak[arrKey{"a", "b", ""}] += 5
	fmt.Println(ak)
	p := &a2{3}
	im := map[iface]string{a1(3): "a1", p: "a2", &a2{3}: "other"}
	fmt.Println(im[a1(3)], im[p], len(im), im[a1(4)] == "")
	fm := map[string]func(...int) int{"sum": func(x ...int) (s int) {
		for _, v := range x {
			s += v
		}
		return
	}}
	fmt.Println(fm["sum"](1, 2, 3), fm["no"] == nil)
	type pos struct{ r, c int }
	grid := map[pos]rune{}
	for r, line := range []string{"#.#", "..#"} {
		for c, ch := range line {
			grid[pos{r, c}] = ch
		}
	}
	cnt := map[rune]int{}
	for _, ch := range grid {
		cnt[ch]++
	}
	fmt.Println(len(grid), cnt['#'], cnt['.'], string(grid[pos{1, 2}]))
	mm := map[string]map[string]*int{"x": {"y": new(int)}}
	*mm["x"]["y"] += 7
	(*mm["x"]["y"])++
	fmt.Println(*mm["x"]["y"], mm["q"]["z"] == nil)
	ms := map[string][]map[int]bool{"l": {{1: true}, nil}}
	ms["l"][0][2] = true
	fmt.Println(ms, len(ms["l"][1]))
	st := map[string]struct{ n, m int }{}
	v := st["a"]
	v.n++
	st["a"] = v
	fmt.Println(st)
	var np map[K]int
	fmt.Println(np[K{1, 2}], len(np), np)
	func() {
		defer func() { fmt.Println(recover()) }()
		ks[K{[]int{1}, 0}] = "bad"
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(K{func() {}, 1} == K{func() {}, 1})
	}()
	x := map[string]int{"a": 1}
	y := x
	y["b"] = 2
	z := maps.Clone(x)
	z["c"] = 3
	fmt.Println(len(x), len(z), maps.Equal(x, y))
	counts := make(map[bool]int, 4)
	for i := range 10 {
		counts[i%3 == 0]++
	}
	fmt.Println(counts)
	fmt.Println(func() (n int) {
		for range x {
			n++
			x["k"+fmt.Sprint(n%2)] = n
			if n > 20 {
				break
			}
		}
		return len(x)
	}())
	c := map[complex128]string{1i * 1i: "neg"}
	fmt.Println(c[-1], map[[0]int]int{{}: 1}, map[struct{}]string{{}: "e"}, map[*int]int{nil: 2}[nil], map[chan int]int{nil: 3}[nil])
	if v, ok := st["a"]; ok && v.n == 1 {
		delete(st, "a")
	} else if w, ok := st["b"]; !ok {
		fmt.Println(v, w)
	}
	fmt.Println(len(st), min(len(st), 3))
}
