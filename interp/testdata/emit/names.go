//go:build ignore

// Names of types with arguments.
package main

import "fmt"

type pair[A, B any] struct {
	a A
	b B
}

type set[T comparable] map[T]struct{}

type outer struct{ n int }

func local() any {
	type inner struct{ x int }
	return pair[inner, []inner]{}
}

func main() {
	type point struct{ x, y int }
	fmt.Printf("%T %T %T\n", pair[rune, byte]{}, set[point]{}, local())
	fmt.Printf("%T %T %T\n", pair[[]rune, map[string]any]{}, &pair[outer, *outer]{}, pair[func(int, ...string) error, chan<- bool]{})
	fmt.Printf("%T %T %T\n", pair[struct{}, interface{}]{}, set[[2]point]{}, pair[set[rune], error]{})
	anon := struct{ n int }{3}
	o := outer(anon)
	fmt.Println(o, o == anon, outer{3} == o)
}
