package main

import "fmt"

type Graph struct{ edges map[string][]string }

func (g *Graph) Add(a, b string) { g.edges[a] = append(g.edges[a], b) }
func main() {
	g := Graph{}
	defer func() {
		fmt.Println("cleanup", len(g.edges))
	}()
	g.Add("a", "b")
}
