package main

type G[T any] struct{ xs []T }

func (g *G[T]) at(i int) T {
	if i > 2 {
		return g.xs[i]
	}
	return g.at(i + 1)
}

func main() {
	g := &G[string]{}
	print(g.at(0))
}
