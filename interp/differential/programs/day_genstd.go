package main

import (
	"cmp"
	"container/heap"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"unique"
	"weak"
)

type V struct {
	Maj, Min int
	Pre      string
}

func (a V) Compare(b V) int {
	return cmp.Or(cmp.Compare(a.Maj, b.Maj), cmp.Compare(a.Min, b.Min), strings.Compare(b.Pre, a.Pre))
}
func (a V) String() string { return fmt.Sprintf("v%d.%d%s", a.Maj, a.Min, a.Pre) }
func (a V) Equal(b V) bool { return a.Compare(b) == 0 }
func mk(s string) (v V)    { fmt.Sscanf(s, "%d.%d%s", &v.Maj, &v.Min, &v.Pre); return }

type Grade string
type Score float64
type Table map[Grade][]Score
type Config struct {
	name string
	opts map[string]int
}
type Heap[T any] struct {
	xs   []T
	less func(a, b T) bool
}

func (h *Heap[T]) Len() int           { return len(h.xs) }
func (h *Heap[T]) Less(i, j int) bool { return h.less(h.xs[i], h.xs[j]) }
func (h *Heap[T]) Swap(i, j int)      { h.xs[i], h.xs[j] = h.xs[j], h.xs[i] }
func (h *Heap[T]) Push(x any)         { h.xs = append(h.xs, x.(T)) }
func (h *Heap[T]) Pop() any {
	x := h.xs[len(h.xs)-1]
	h.xs = h.xs[:len(h.xs)-1]
	return x
}
func (h *Heap[T]) Drain() iter.Seq[T] {
	return func(yield func(T) bool) {
		for h.Len() > 0 && yield(heap.Pop(h).(T)) {
		}
	}
}

func main() {
	vs := []V{mk("1.10"), mk("1.2-rc"), mk("0.9"), mk("1.2")}
	slices.SortFunc(vs, V.Compare)
	fmt.Println(vs, slices.MaxFunc(vs, V.Compare), slices.Index(vs, mk("1.2")), slices.IsSortedFunc(vs, V.Compare))
	i, ok := slices.BinarySearchFunc(vs, V{1, 2, ""}, V.Compare)
	fmt.Println(i, ok, slices.ContainsFunc(vs, V{0, 9, ""}.Equal), slices.CompareFunc(vs[:2], vs[1:], V.Compare))
	t := Table{"b": {2, 1}, "a": {3.5}}
	for _, k := range slices.Sorted(maps.Keys(t)) {
		slices.Sort(t[k])
		fmt.Print(k, t[k], slices.Max(t[k]), " ")
	}
	c := maps.Clone(t)
	c["a"][0] = 9
	delete(c, "b")
	fmt.Println(t, c, maps.EqualFunc(t, c, func(a, b []Score) bool { return slices.Equal(a, b) }))
	var cfg atomic.Pointer[Config]
	cfg.Store(&Config{"one", nil})
	old := cfg.Swap(&Config{name: "two", opts: map[string]int{"x": 1}})
	fmt.Println(old.name, cfg.Load().opts["x"])
	get := sync.OnceValue(func() *Config { fmt.Println("init"); return &Config{name: "lazy"} })
	fmt.Println(get().name, get() == get())
	h := &Heap[V]{less: func(a, b V) bool { return a.Compare(b) < 0 }}
	for _, v := range vs {
		heap.Push(h, v)
	}
	for v := range h.Drain() {
		fmt.Print(v, " ")
		if v.Maj == 1 {
			break
		}
	}
	fmt.Println(h.Len())
	u1, u2 := unique.Make(V{1, 2, "x"}), unique.Make(V{1, 2, "x"})
	fmt.Println(u1 == u2, u1.Value())
	p := &Config{name: "w"}
	wp := weak.Make(p)
	fmt.Println(wp.Value() == p, wp.Value().name)
	var m sync.Map
	m.Store(V{1, 1, ""}, "k")
	m.Range(func(k, v any) bool { fmt.Println(k.(V).Maj, v); return true })
	groups := maps.Collect(func(yield func(Grade, int) bool) {
		for g, s := range t {
			if !yield(g, len(s)) {
				return
			}
		}
	})
	fmt.Println(groups)
	next, stop := iter.Pull(slices.Values(vs))
	defer stop()
	a, _ := next()
	b, _ := next()
	fmt.Println(a, b, min(Score(2), 1.5), max(Grade("x"), "y"))
	pool := sync.Pool{New: func() any { return &Config{name: "fresh"} }}
	cf := pool.Get().(*Config)
	fmt.Println(cf.name)
	type local struct{ a, b int }
	ls := []local{{2, 1}, {1, 2}, {1, 1}}
	slices.SortFunc(ls, func(x, y local) int { return cmp.Or(x.a-y.a, x.b-y.b) })
	fmt.Printf("%v %T\n", ls, ls[0])
	sort.SliceStable(ls, func(i, j int) bool { return ls[i].b < ls[j].b })
	fmt.Println(ls, slices.Compact([]local{{1, 1}, {1, 1}, {2, 2}}), slices.Collect(maps.Values(map[int]local{1: {5, 6}})))
	ch := slices.Chunk(ls, 2)
	for x := range ch {
		fmt.Print(len(x), x[0].a, ";")
	}
	fmt.Println(slices.Concat(vs[:1], vs[3:]), slices.Insert(slices.Clone(vs), 1, V{7, 7, "q"}), cmp.Less(Score(1), Score(2)))
	lk := func(k string) func(yield func(int, string) bool) {
		return func(y func(int, string) bool) {
			for i, r := range k {
				if !y(i, string(r)) {
					return
				}
			}
		}
	}
	fmt.Println(maps.Collect(lk("abc")), slices.SortedFunc(maps.Keys(t), func(a, b Grade) int { return cmp.Compare(b, a) }))
}
