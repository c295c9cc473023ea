package main

import (
	"container/heap"
	"fmt"
	"math"
	"strings"
)

type Node string

type Edge struct {
	To Node
	W  float64
}

type Graph map[Node][]Edge

func (g Graph) Link(a, b Node, w float64) Graph {
	g[a] = append(g[a], Edge{b, w})
	g[b] = append(g[b], Edge{To: a, W: w})
	return g
}

type entry struct {
	node Node
	dist float64
	idx  int
}

type pq struct {
	items []*entry
	pos   map[Node]*entry
}

func (q pq) Len() int           { return len(q.items) }
func (q pq) Less(i, j int) bool { return q.items[i].dist < q.items[j].dist }
func (q pq) Swap(i, j int) {
	q.items[i], q.items[j] = q.items[j], q.items[i]
	q.items[i].idx, q.items[j].idx = i, j
}
func (q *pq) Push(x any) {
	e := x.(*entry)
	e.idx = len(q.items)
	q.items = append(q.items, e)
	q.pos[e.node] = e
}
func (q *pq) Pop() any {
	n := len(q.items) - 1
	e := q.items[n]
	q.items[n] = nil
	q.items = q.items[:n]
	delete(q.pos, e.node)
	return e
}

type Result struct {
	Dist map[Node]float64
	prev map[Node]Node
}

func (g Graph) From(src Node) Result {
	res := Result{map[Node]float64{src: 0}, map[Node]Node{}}
	q := &pq{pos: map[Node]*entry{}}
	heap.Push(q, &entry{node: src})
	done := make(map[Node]bool)
	for q.Len() > 0 {
		cur := heap.Pop(q).(*entry)
		done[cur.node] = true
		for _, e := range g[cur.node] {
			if done[e.To] {
				continue
			}
			d := cur.dist + e.W
			if old, seen := res.Dist[e.To]; seen && d >= old {
				continue
			}
			res.Dist[e.To], res.prev[e.To] = d, cur.node
			if in, queued := q.pos[e.To]; queued {
				in.dist = d
				heap.Fix(q, in.idx)
			} else {
				heap.Push(q, &entry{e.To, d, -1})
			}
		}
	}
	return res
}

func (r Result) Path(to Node) (path []string, dist float64) {
	dist, ok := r.Dist[to]
	if !ok {
		return nil, math.Inf(1)
	}
	for at := to; ; {
		path = append([]string{string(at)}, path...)
		p, ok := r.prev[at]
		if !ok {
			return
		}
		at = p
	}
}

func main() {
	g := Graph{}
	g.Link("A", "B", 4).Link("A", "C", 2).Link("B", "C", 1).Link("B", "D", 5)
	g.Link("C", "D", 8).Link("C", "E", 10).Link("D", "E", 2).Link("D", "F", 6.5).Link("E", "F", 3)
	g.Link("X", "Y", 1)
	r := g.From("A")
	for _, n := range []Node{"A", "B", "C", "D", "E", "F", "X", "nowhere"} {
		p, d := r.Path(n)
		fmt.Printf("%-8s %5.1f %s\n", n, d, strings.Join(p, ">"))
	}
	fmt.Println(len(r.Dist), r.Dist)
	grid := Graph{}
	cost := []string{"1163751742", "1381373672", "2136511328", "3694931569", "7463417111"}
	name := func(y, x int) Node { return Node(fmt.Sprintf("%d,%d", y, x)) }
	for y, row := range cost {
		for x := range row {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				ny, nx := y+d[0], x+d[1]
				if ny < 0 || nx < 0 || ny >= len(cost) || nx >= len(row) {
					continue
				}
				grid[name(y, x)] = append(grid[name(y, x)], Edge{name(ny, nx), float64(cost[ny][nx] - '0')})
			}
		}
	}
	_, d := grid.From("0,0").Path(name(4, 9))
	fmt.Println("grid", d, len(grid), g["X"], g["F"][0])
}
