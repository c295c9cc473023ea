package main

import "fmt"

type Tree struct {
	L, R *Tree
	V    int
}

func (t *Tree) Sum() int { return t.V + t.L.Sum() + t.R.Sum() }

func idx[T any](xs []T, i int) T { return xs[i] }

func main() {
	t := &Tree{V: 1}
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(t.Sum())
	}()
	fmt.Println(idx([]string{"a"}, 0))
	var e error = fmt.Errorf("x")
	if _, ok := e.(fmt.Stringer); !ok {
		fmt.Println("no stringer")
	}
	m := map[string][]int{"a": {1}}
	fmt.Println(m["b"] == nil, len(m["zz"]))
	fmt.Println(idx(m["a"], len(m)))
}
