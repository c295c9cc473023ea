package main

import (
	"fmt"
	"math"
	"math/rand"
	"sort"
)

type DSU struct {
	parent, rank []int
	sets         int
}

func NewDSU(n int) (d DSU) {
	d.parent, d.rank, d.sets = make([]int, n), make([]int, n), n
	for i := range d.parent {
		d.parent[i] = i
	}
	return
}

func (d *DSU) Find(x int) int {
	for d.parent[x] != x {
		d.parent[x] = d.parent[d.parent[x]]
		x = d.parent[x]
	}
	return x
}

func (d *DSU) Union(a, b int) bool {
	a, b = d.Find(a), d.Find(b)
	if a == b {
		return false
	}
	if d.rank[a] < d.rank[b] {
		a, b = b, a
	}
	if d.rank[a] == d.rank[b] {
		d.rank[a]++
	}
	d.parent[b] = a
	d.sets--
	return true
}

type Edge struct {
	U, V int
	W    int
}

type Edges []Edge

func (e Edges) Len() int { return len(e) }
func (e Edges) Less(i, j int) bool {
	if e[i].W != e[j].W {
		return e[i].W < e[j].W
	}
	return e[i].U*1000+e[i].V < e[j].U*1000+e[j].V
}
func (e Edges) Swap(i, j int) { e[i], e[j] = e[j], e[i] }

func Kruskal(n int, es Edges) (tree Edges, total int) {
	sorted := append(Edges{}, es...)
	sort.Sort(sorted)
	d := NewDSU(n)
	for _, e := range sorted {
		if d.Union(e.U, e.V) {
			tree = append(tree, e)
			total += e.W
			if d.sets == 1 {
				break
			}
		}
	}
	return
}

func Prim(n int, es Edges) (total int) {
	adj := make([][]int, n)
	for i := range adj {
		adj[i] = make([]int, n)
		for j := range adj[i] {
			adj[i][j] = math.MaxInt32
		}
	}
	for _, e := range es {
		adj[e.U][e.V] = min(adj[e.U][e.V], e.W)
		adj[e.V][e.U] = adj[e.U][e.V]
	}
	best := append([]int(nil), adj[0]...)
	in := map[int]bool{0: true}
	for len(in) < n {
		pick := -1
		for v := range n {
			if !in[v] && (pick < 0 || best[v] < best[pick]) {
				pick = v
			}
		}
		total += best[pick]
		in[pick] = true
		for v := range n {
			best[v] = min(best[v], adj[pick][v])
		}
	}
	return
}

func main() {
	es := Edges{{0, 1, 7}, {0, 3, 5}, {1, 2, 8}, {1, 3, 9}, {1, 4, 7}, {2, 4, 5}, {3, 4, 15}, {3, 5, 6}, {4, 5, 8}, {4, 6, 9}, {5, 6, 11}}
	tree, total := Kruskal(7, es)
	for i, e := range tree {
		fmt.Printf("%d %c-%c %d\n", i, 'A'+e.U, 'A'+e.V, e.W)
	}
	fmt.Println(total, Prim(7, es), es[0], sort.IsSorted(es))
	rng := rand.New(rand.NewSource(99))
	for trial := range 6 {
		n := 5 + trial*4
		var es Edges
		for i := 1; i < n; i++ {
			es = append(es, Edge{rng.Intn(i), i, 1 + rng.Intn(50)})
			es = append(es, Edge{U: rng.Intn(n), V: i, W: 1 + rng.Intn(50)})
		}
		t, k := Kruskal(n, es)
		fmt.Printf("n=%d edges=%d tree=%d weight=%d same=%t heaviest=%+v\n", n, es.Len(), len(t), k, k == Prim(n, es), t[len(t)-1])
	}
	d := NewDSU(6)
	fmt.Println(d.Union(0, 1), d.Union(1, 0), d.Union(2, 3), d.Union(3, 1), d.sets, d.Find(3) == d.Find(0), d)
}
