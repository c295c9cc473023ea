package main

import (
	"fmt"
	"slices"
	"sort"
)

type arc struct{ u, v string }

type Network struct {
	cap   map[arc]int
	nodes []string
	adj   map[string][]string
}

func (n *Network) Add(u, v string, c int) {
	if n.cap == nil {
		n.cap, n.adj = map[arc]int{}, map[string][]string{}
	}
	for _, x := range [...]arc{{u, v}, {v, u}} {
		if _, ok := n.cap[x]; !ok {
			n.adj[x.u] = append(n.adj[x.u], x.v)
			n.cap[x] = 0
		}
		if !slices.Contains(n.nodes, x.u) {
			n.nodes = append(n.nodes, x.u)
		}
	}
	n.cap[arc{u, v}] += c
}

func (n *Network) augment(s, t string, flow map[arc]int) (path []string, amount int) {
	from := map[string]string{s: s}
	queue := []string{s}
search:
	for len(queue) > 0 {
		u := queue[0]
		queue = queue[1:]
		for _, v := range n.adj[u] {
			if _, seen := from[v]; seen || n.cap[arc{u, v}]-flow[arc{u, v}] <= 0 {
				continue
			}
			from[v] = u
			if v == t {
				break search
			}
			queue = append(queue, v)
		}
	}
	if _, ok := from[t]; !ok {
		return nil, 0
	}
	amount = 1 << 30
	for v := t; v != s; v = from[v] {
		path = append(path, v)
		e := arc{from[v], v}
		amount = min(amount, n.cap[e]-flow[e])
	}
	path = append(path, s)
	slices.Reverse(path)
	for i := range path[1:] {
		flow[arc{path[i], path[i+1]}] += amount
		flow[arc{path[i+1], path[i]}] -= amount
	}
	return
}

func (n *Network) MaxFlow(s, t string, trace bool) (total int, flow map[arc]int) {
	flow = map[arc]int{}
	for {
		p, a := n.augment(s, t, flow)
		if p == nil {
			return
		}
		total += a
		if trace {
			fmt.Println("  +", a, "along", p)
		}
	}
}

func main() {
	var n Network
	for _, e := range []struct {
		arc
		c int
	}{{arc{"s", "a"}, 10}, {arc{"s", "b"}, 8}, {arc{"a", "b"}, 5}, {arc{"a", "c"}, 5}, {arc{"b", "d"}, 10}, {arc{"d", "c"}, 8}, {arc{"c", "t"}, 7}, {arc{"d", "t"}, 10}} {
		n.Add(e.u, e.v, e.c)
	}
	total, flow := n.MaxFlow("s", "t", true)
	fmt.Println("max flow", total, n.nodes)
	var used []string
	for e, f := range flow {
		if f > 0 {
			used = append(used, fmt.Sprintf("%s%s=%d/%d", e.u, e.v, f, n.cap[e]))
		}
	}
	sort.Strings(used)
	fmt.Println(used)

	likes := map[string][]string{"ann": {"tea"}, "bob": {"tea", "rum"}, "cat": {"rum", "ale"}, "dan": {"ale"}, "eve": {}}
	var m Network
	people := make([]string, 0, len(likes))
	for p := range likes {
		people = append(people, p)
	}
	sort.Strings(people)
	for _, p := range people {
		m.Add("src", p, 1)
		for _, d := range likes[p] {
			m.Add(p, d, 1)
			if _, ok := m.cap[arc{d, "dst"}]; !ok {
				m.Add(d, "dst", 1)
			}
		}
	}
	total, flow = m.MaxFlow("src", "dst", false)
	fmt.Println("matched", total)
	for _, p := range people {
		got := "nothing"
		for _, d := range likes[p] {
			if flow[arc{p, d}] == 1 {
				got = d
			}
		}
		fmt.Printf("%s: %s\n", p, got)
	}
	total, flow = m.MaxFlow("ann", "nowhere", true)
	fmt.Println(total, flow, len(flow))
}
