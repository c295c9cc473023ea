//go:build ignore

package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type Set[T comparable] map[T]struct{}

func (s Set[T]) Add(vs ...T) Set[T] {
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}

func (s Set[T]) Has(v T) bool { _, ok := s[v]; return ok }

type Graph[T interface {
	comparable
	fmt.Stringer
}] struct {
	after map[T]Set[T]
}

type CycleError[T any] struct{ Path []T }

func (c *CycleError[T]) Error() string {
	parts := make([]string, len(c.Path))
	for i, p := range c.Path {
		parts[i] = fmt.Sprint(p)
	}
	return "cycle: " + strings.Join(parts, " -> ")
}

type Pkg struct {
	Dir, Name string
}

func (p Pkg) String() string { return p.Dir + "/" + p.Name }

func (g *Graph[T]) Edge(from, to T) {
	if g.after == nil {
		g.after = make(map[T]Set[T])
	}
	for _, n := range []T{from, to} {
		if g.after[n] == nil {
			g.after[n] = Set[T]{}
		}
	}
	g.after[from].Add(to)
}

func (g *Graph[T]) sorted(s Set[T]) []T {
	return slices.SortedFunc(maps.Keys(s), func(a, b T) int { return strings.Compare(a.String(), b.String()) })
}

func (g *Graph[T]) nodes() []T {
	all := Set[T]{}
	for n := range g.after {
		all.Add(n)
	}
	return g.sorted(all)
}

func (g *Graph[T]) Sort() (order []T, err error) {
	const (
		white = iota
		grey
		black
	)
	color := map[T]int{}
	var stack []T
	var visit func(T) error
	visit = func(n T) error {
		switch color[n] {
		case black:
			return nil
		case grey:
			i := slices.Index(stack, n)
			return &CycleError[T]{append(slices.Clone(stack[i:]), n)}
		}
		color[n] = grey
		stack = append(stack, n)
		defer func() { stack = stack[:len(stack)-1] }()
		for _, m := range g.sorted(g.after[n]) {
			if err := visit(m); err != nil {
				return err
			}
		}
		color[n] = black
		order = append(order, n)
		return nil
	}
	for _, n := range g.nodes() {
		if err = visit(n); err != nil {
			return nil, fmt.Errorf("sort: %w", err)
		}
	}
	return
}

func (g *Graph[T]) Layers() (layers [][]T) {
	left := maps.Clone(g.after)
	for len(left) > 0 {
		var layer []T
		for n, deps := range left {
			ready := true
			for d := range deps {
				if _, pending := left[d]; pending {
					ready = false
					break
				}
			}
			if ready {
				layer = append(layer, n)
			}
		}
		if layer == nil {
			return append(layers, nil)
		}
		layers = append(layers, g.sorted(Set[T]{}.Add(layer...)))
		maps.DeleteFunc(left, func(n T, _ Set[T]) bool { return slices.Contains(layer, n) })
	}
	return
}

func main() {
	p := func(s string) Pkg { d, n, _ := strings.Cut(s, "/"); return Pkg{d, n} }
	g := &Graph[Pkg]{}
	for _, line := range strings.Split("cmd/app: lib/log lib/db; lib/db: std/sql lib/log; lib/log: std/fmt; cmd/tool: lib/log", "; ") {
		from, to, _ := strings.Cut(line, ": ")
		for _, t := range strings.Fields(to) {
			g.Edge(p(from), p(t))
		}
	}
	order, err := g.Sort()
	fmt.Println(order, err)
	for i, l := range g.Layers() {
		fmt.Println("layer", i, l)
	}
	fmt.Println(g.after[Pkg{"lib", "db"}].Has(p("std/sql")), len(g.after))
	g.Edge(p("std/sql"), p("lib/db"))
	order, err = g.Sort()
	fmt.Println(order == nil, err)
	var ce *CycleError[Pkg]
	if errors.As(err, &ce) {
		fmt.Printf("%T %d %v\n", ce, len(ce.Path), ce.Path[0] == ce.Path[len(ce.Path)-1])
	}
	ls := g.Layers()
	fmt.Println(len(ls), ls[len(ls)-1] == nil)
}
