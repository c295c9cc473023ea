package main

import (
	"fmt"
	"slices"
	"strings"
)

type Graph struct {
	names []string
	ids   map[string]int
	out   [][]int
}

func Parse(spec string) *Graph {
	g := &Graph{ids: map[string]int{}}
	for _, line := range strings.Split(spec, ";") {
		from, to, _ := strings.Cut(line, ":")
		u := g.id(strings.TrimSpace(from))
		for _, t := range strings.Fields(to) {
			v := g.id(t)
			g.out[u] = append(g.out[u], v)
		}
	}
	return g
}

func (g *Graph) id(n string) int {
	if i, ok := g.ids[n]; ok {
		return i
	}
	i := len(g.names)
	g.ids[n], g.names, g.out = i, append(g.names, n), append(g.out, nil)
	return i
}

func (g *Graph) SCC() (comps [][]int) {
	var (
		index, low = make([]int, len(g.names)), make([]int, len(g.names))
		on         = make([]bool, len(g.names))
		stack      []int
		next       = 1
		dfs        func(int)
	)
	dfs = func(u int) {
		index[u], low[u] = next, next
		next++
		stack = append(stack, u)
		on[u] = true
		for _, v := range g.out[u] {
			if index[v] == 0 {
				dfs(v)
				low[u] = min(low[u], low[v])
			} else if on[v] {
				low[u] = min(low[u], index[v])
			}
		}
		if low[u] != index[u] {
			return
		}
		var c []int
		for {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			on[v] = false
			c = append(c, v)
			if v == u {
				break
			}
		}
		slices.Sort(c)
		comps = append(comps, c)
	}
	for u := range g.names {
		if index[u] == 0 {
			dfs(u)
		}
	}
	return
}

func (g *Graph) label(c []int) string {
	var sb strings.Builder
	for _, v := range c {
		sb.WriteString(g.names[v])
	}
	return sb.String()
}

func main() {
	for _, spec := range []string{
		"a: b; b: c; c: a d; d: e; e: f; f: d; g: f h; h: g",
		"x: y; y: z; z:", "p: p q; q:", "1: 2 3; 2: 4; 3: 4; 4: 1 5; 5: 6; 6: 5",
	} {
		g := Parse(spec)
		comps := g.SCC()
		home := map[int]int{}
		for i, c := range comps {
			for _, v := range c {
				home[v] = i
			}
		}
		fmt.Printf("%d nodes, %d components\n", len(g.names), len(comps))
		type arc struct{ from, to int }
		arcs := map[arc]int{}
		for u, vs := range g.out {
			for _, v := range vs {
				if a := (arc{home[u], home[v]}); a.from != a.to {
					arcs[a]++
				}
			}
		}
		for i, c := range comps {
			fmt.Printf("  #%d %-4s size=%d", i, g.label(c), len(c))
			for j := range comps {
				if n, ok := arcs[arc{i, j}]; ok {
					fmt.Printf(" ->%s(%d)", g.label(comps[j]), n)
				}
			}
			fmt.Println()
		}
	}
}
