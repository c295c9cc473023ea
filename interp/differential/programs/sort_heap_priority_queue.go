//go:build ignore

package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"fmt"
	"math"
	"strings"
)

type Task struct {
	name     string
	priority int
	index    int
	deps     []string
}

type queue []*Task

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].priority != q[j].priority {
		return q[i].priority > q[j].priority
	}
	return q[i].name < q[j].name
}
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}
func (q *queue) Push(x any) {
	t := x.(*Task)
	t.index = len(*q)
	*q = append(*q, t)
}
func (q *queue) Pop() any {
	old := *q
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	t.index = -1
	return t
}

type edge struct {
	to   string
	cost float64
}

type state struct {
	node string
	dist float64
}

type stateHeap struct{ items []state }

func (h stateHeap) Len() int           { return len(h.items) }
func (h stateHeap) Less(i, j int) bool { return h.items[i].dist < h.items[j].dist }
func (h stateHeap) Swap(i, j int)      { h.items[i], h.items[j] = h.items[j], h.items[i] }
func (h *stateHeap) Push(x any)        { h.items = append(h.items, x.(state)) }
func (h *stateHeap) Pop() (x any) {
	n := len(h.items) - 1
	x, h.items = h.items[n], h.items[:n]
	return
}

func dijkstra(g map[string][]edge, from, to string) (float64, []string) {
	dist := map[string]float64{from: 0}
	prev := map[string]string{}
	h := &stateHeap{[]state{{from, 0}}}
	for h.Len() > 0 {
		cur := heap.Pop(h).(state)
		if cur.dist > dist[cur.node] {
			continue
		}
		if cur.node == to {
			path := []string{to}
			for n, ok := prev[to]; ok; n, ok = prev[n] {
				path = append([]string{n}, path...)
			}
			return cur.dist, path
		}
		for _, e := range g[cur.node] {
			nd := cur.dist + e.cost
			if old, seen := dist[e.to]; !seen || nd < old {
				dist[e.to], prev[e.to] = nd, cur.node
				heap.Push(h, state{e.to, nd})
			}
		}
	}
	return math.Inf(1), nil
}

func main() {
	q := queue{{name: "write", priority: 3}, {name: "eat", priority: 5}, {name: "sleep", priority: 3}}
	for i, t := range q {
		t.index = i
	}
	heap.Init(&q)
	nap := &Task{name: "nap", priority: 1}
	heap.Push(&q, nap)
	heap.Push(&q, &Task{name: "code", priority: 4})
	nap.priority = 9
	heap.Fix(&q, nap.index)
	for _, t := range q {
		if t.name == "sleep" {
			removed := heap.Remove(&q, t.index).(*Task)
			fmt.Println("removed", removed.name, removed.index)
			break
		}
	}
	for q.Len() > 0 {
		t := heap.Pop(&q).(*Task)
		fmt.Printf("%d:%s ", t.priority, t.name)
	}
	fmt.Println(len(q), cap(q) >= 4)

	g := map[string][]edge{
		"a": {{"b", 7}, {"c", 3}}, "c": {{"b", 1.5}, {"d", 8}}, "b": {{"d", 2}, {"a", 1}}, "z": nil,
	}
	for _, to := range []string{"d", "a", "z"} {
		d, p := dijkstra(g, "a", to)
		fmt.Println(to, d, strings.Join(p, ">"), p == nil)
	}
	l := list.New()
	for i, s := range strings.Fields("one two three four") {
		if i%2 == 0 {
			l.PushBack(s)
		} else {
			l.PushFront(s)
		}
	}
	l.MoveToBack(l.Front())
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value, " ")
	}
	r := ring.New(4)
	for i := range r.Len() {
		r.Value = i * i
		r = r.Next()
	}
	r.Unlink(1)
	r.Do(func(v any) { fmt.Print("<", v, ">") })
	fmt.Println()
	defer func() { fmt.Println(recover()) }()
	heap.Push(&q, "not a task")
}
