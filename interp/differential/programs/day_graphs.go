package main

import (
	"cmp"
	"container/heap"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

type Graph[N cmp.Ordered] struct {
	adj      map[N]map[N]int
	directed bool
}

func (g *Graph[N]) Add(a, b N, w int) *Graph[N] {
	if g.adj == nil {
		g.adj = map[N]map[N]int{}
	}
	for _, e := range [][2]N{{a, b}, {b, a}} {
		if g.adj[e[0]] == nil {
			g.adj[e[0]] = map[N]int{}
		}
	}
	g.adj[a][b] = w
	if !g.directed {
		g.adj[b][a] = w
	}
	return g
}
func (g *Graph[N]) Nodes() []N         { return slices.Sorted(maps.Keys(g.adj)) }
func (g *Graph[N]) Neighbours(n N) []N { return slices.Sorted(maps.Keys(g.adj[n])) }

type qi[N any] struct {
	n N
	d int
}
type pq[N cmp.Ordered] []qi[N]

func (p pq[N]) Len() int { return len(p) }
func (p pq[N]) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(p[i].d, p[j].d), cmp.Compare(p[i].n, p[j].n)) < 0
}
func (p pq[N]) Swap(i, j int) { p[i], p[j] = p[j], p[i] }
func (p *pq[N]) Push(x any)   { *p = append(*p, x.(qi[N])) }
func (p *pq[N]) Pop() any     { o := *p; x := o[len(o)-1]; *p = o[:len(o)-1]; return x }

func (g *Graph[N]) Dijkstra(src N) (map[N]int, map[N]N) {
	dist, prev := map[N]int{}, map[N]N{}
	for n := range g.adj {
		dist[n] = math.MaxInt
	}
	dist[src] = 0
	q := &pq[N]{{src, 0}}
	for q.Len() > 0 {
		cur := heap.Pop(q).(qi[N])
		if cur.d > dist[cur.n] {
			continue
		}
		for nb, w := range g.adj[cur.n] {
			if d := cur.d + w; d < dist[nb] || d == dist[nb] && cur.n < prev[nb] {
				dist[nb], prev[nb] = d, cur.n
				heap.Push(q, qi[N]{nb, d})
			}
		}
	}
	return dist, prev
}

var ErrCycle = errors.New("cycle")

func (g *Graph[N]) Topo() (order []N, err error) {
	state := map[N]uint8{}
	var visit func(N) error
	visit = func(n N) error {
		switch state[n] {
		case 1:
			return fmt.Errorf("%w at %v", ErrCycle, n)
		case 2:
			return nil
		}
		state[n] = 1
		for _, m := range g.Neighbours(n) {
			if err := visit(m); err != nil {
				return err
			}
		}
		state[n] = 2
		order = append(order, n)
		return nil
	}
	for _, n := range g.Nodes() {
		if err = visit(n); err != nil {
			return nil, err
		}
	}
	slices.Reverse(order)
	return
}
func (g *Graph[N]) BFS(src N, visit func(N, int) bool) {
	type it struct {
		n     N
		depth int
	}
	seen := map[N]bool{src: true}
	for q := []it{{src, 0}}; len(q) > 0; q = q[1:] {
		if !visit(q[0].n, q[0].depth) {
			return
		}
		for _, m := range g.Neighbours(q[0].n) {
			if !seen[m] {
				seen[m] = true
				q = append(q, it{m, q[0].depth + 1})
			}
		}
	}
}

type UF struct{ p, r []int }

func (u *UF) find(x int) int {
	for u.p[x] != x {
		u.p[x] = u.p[u.p[x]]
		x = u.p[x]
	}
	return x
}
func main() {
	var g Graph[string]
	g.Add("a", "b", 7).Add("a", "c", 3).Add("c", "b", 1).Add("b", "d", 2).Add("e", "f", 1)
	d, p := g.Dijkstra("a")
	for _, n := range g.Nodes() {
		if d[n] == math.MaxInt {
			fmt.Println(n, "unreachable")
			continue
		}
		path := []string{n}
		for x, ok := p[n]; ok; x, ok = p[x] {
			path = append([]string{x}, path...)
		}
		fmt.Println(n, d[n], strings.Join(path, "->"))
	}
	g.BFS("a", func(n string, d int) bool { fmt.Print(n, d, " "); return true })
	dg := &Graph[int]{directed: true}
	dg.Add(5, 2, 1).Add(5, 0, 1).Add(4, 0, 1).Add(4, 1, 1).Add(2, 3, 1).Add(3, 1, 1)
	fmt.Println(dg.Topo())
	_, err := dg.Add(1, 5, 1).Topo()
	fmt.Println(err, errors.Is(err, ErrCycle))
	u := UF{p: []int{0, 1, 2, 3, 4}}
	for _, e := range [...][2]int{{0, 1}, {3, 4}, {1, 4}} {
		u.p[u.find(e[0])] = u.find(e[1])
	}
	fmt.Println(u, u.find(0) == u.find(3), u.find(2))
	fmt.Printf("%v %T\n", dg.adj[5], dg)
}
