package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"fmt"
	"math"
	"sort"
	"strings"
)

type Edge struct {
	to string
	w  float64
}
type Graph map[string][]Edge

func (g Graph) Add(a, b string, w float64) {
	g[a] = append(g[a], Edge{b, w})
	g[b] = append(g[b], Edge{a, w})
}

type item struct {
	node string
	dist float64
	idx  int
}
type pq []*item

func (q pq) Len() int            { return len(q) }
func (q pq) Less(i, j int) bool  { return q[i].dist < q[j].dist }
func (q pq) Swap(i, j int)       { q[i], q[j] = q[j], q[i]; q[i].idx = i; q[j].idx = j }
func (q *pq) Push(x interface{}) { it := x.(*item); it.idx = len(*q); *q = append(*q, it) }
func (q *pq) Pop() any {
	old := *q
	n := len(old)
	it := old[n-1]
	old[n-1] = nil
	*q = old[:n-1]
	return it
}

func (g Graph) Dijkstra(src string) (dist map[string]float64, prev map[string]string) {
	dist, prev = map[string]float64{}, map[string]string{}
	items := map[string]*item{}
	var q pq
	for n := range g {
		d := math.Inf(1)
		if n == src {
			d = 0
		}
		items[n] = &item{node: n, dist: d}
		heap.Push(&q, items[n])
	}
	for q.Len() > 0 {
		u := heap.Pop(&q).(*item)
		dist[u.node] = u.dist
		for _, e := range g[u.node] {
			if v := items[e.to]; u.dist+e.w < v.dist {
				v.dist = u.dist + e.w
				prev[e.to] = u.node
				heap.Fix(&q, v.idx)
			}
		}
	}
	return
}

type IntHeap []int

func (h IntHeap) Len() int           { return len(h) }
func (h IntHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h IntHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *IntHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *IntHeap) Pop() any {
	o := *h
	x := o[len(o)-1]
	*h = o[:len(o)-1]
	return x
}

type hnode struct {
	c    rune
	n    int
	l, r *hnode
}
type hq struct {
	sort.IntSlice
	nodes []*hnode
}

func (q *hq) Len() int { return len(q.nodes) }
func (q *hq) Less(i, j int) bool {
	if q.nodes[i].n != q.nodes[j].n {
		return q.nodes[i].n < q.nodes[j].n
	}
	return q.nodes[i].c < q.nodes[j].c
}
func (q *hq) Swap(i, j int) { q.nodes[i], q.nodes[j] = q.nodes[j], q.nodes[i] }
func (q *hq) Push(x any)    { q.nodes = append(q.nodes, x.(*hnode)) }
func (q *hq) Pop() (x any)  { n := len(q.nodes) - 1; x = q.nodes[n]; q.nodes = q.nodes[:n]; return }

func huffman(s string) map[rune]string {
	cnt := map[rune]int{}
	for _, c := range s {
		cnt[c]++
	}
	q := &hq{}
	for c, n := range cnt {
		q.nodes = append(q.nodes, &hnode{c: c, n: n})
	}
	heap.Init(q)
	for q.Len() > 1 {
		a, b := heap.Pop(q).(*hnode), heap.Pop(q).(*hnode)
		heap.Push(q, &hnode{min(a.c, b.c), a.n + b.n, a, b})
	}
	codes := map[rune]string{}
	var walk func(n *hnode, p string)
	walk = func(n *hnode, p string) {
		if n.l == nil {
			codes[n.c] = p
			return
		}
		walk(n.l, p+"0")
		walk(n.r, p+"1")
	}
	walk(q.nodes[0], "")
	return codes
}

func main() {
	g := Graph{}
	g.Add("a", "b", 7)
	g.Add("a", "c", 3)
	g.Add("c", "b", 1)
	g.Add("b", "d", 2)
	g.Add("c", "d", 8)
	d, p := g.Dijkstra("a")
	fmt.Println(d, p)
	path := []string{"d"}
	for n := "d"; n != "a"; {
		n = p[n]
		path = append([]string{n}, path...)
	}
	fmt.Println(strings.Join(path, "->"))
	h := &IntHeap{5, 2, 8}
	heap.Init(h)
	heap.Push(h, 3)
	for h.Len() > 0 {
		fmt.Print(heap.Pop(h), " ")
	}
	fmt.Println()
	codes := huffman("abracadabra alakazam")
	var ks []string
	for c, s := range codes {
		ks = append(ks, fmt.Sprintf("%c:%s", c, s))
	}
	sort.Strings(ks)
	fmt.Println(ks)
	l := list.New()
	l.PushBack(item{node: "x"})
	l.PushFront(&item{node: "y"})
	l.PushBack(3)
	for e := l.Front(); e != nil; e = e.Next() {
		switch v := e.Value.(type) {
		case item:
			fmt.Println("item", v.node)
		case *item:
			fmt.Println("*item", v.node)
		default:
			fmt.Printf("%T\n", v)
		}
	}
	r := ring.New(3)
	for i := 0; i < r.Len(); i++ {
		r.Value = i
		r = r.Next()
	}
	r.Do(func(x any) { fmt.Print(x, " ") })
	fmt.Println()
}
