//go:build ignore

// Indices and bounds out of range: the errors have Go's numbers.
package main

import (
	"fmt"
	"runtime"
)

type grid struct{ cells [4][3]int }

func try(name string, f func()) {
	defer func() {
		r := recover()
		_, ok := r.(runtime.Error)
		fmt.Println(name, ok, r)
	}()
	f()
}

type small uint8

func main() {
	s, a, text := []int{1, 2, 3}, [4]int{}, "héé"
	p, g := &a, &grid{}
	var none *[4]int
	minus, five, big := -1, 5, ^uint64(0)
	nested := [][]float64{{1}, {2, 3}}
	try("slice", func() { fmt.Println(s[five]) })
	try("negative", func() { fmt.Println(s[minus]) })
	try("store", func() { s[five] = 1 })
	try("array", func() { fmt.Println(a[five]) })
	try("pointer", func() { p[five]++ })
	try("nil array", func() { fmt.Println(none[five-3]) })
	try("string", func() { fmt.Println(text[five+five]) })
	try("constant string", func() { fmt.Println("abc"[five]) })
	try("field", func() { g.cells[five-4][five] = 2 })
	try("nested", func() { fmt.Println(nested[1][five] + nested[0][0]) })
	try("small", func() { fmt.Println(s[small(200)]) })
	try("large", func() { fmt.Println(s[big&(1<<40)]) })
	try("huge", func() { fmt.Println(s[big]) })
	try("constant", func() { i := 9; fmt.Println(a[i]) })
	try("constant length", func() { n := 3; fmt.Println(make([]int, n, 2)) })
	try("high", func() { fmt.Println(s[:five]) })
	try("low", func() { fmt.Println(s[five:]) })
	try("both", func() { fmt.Println(s[five-2 : five-4]) })
	try("below", func() { fmt.Println(s[minus:]) })
	try("array high", func() { fmt.Println(p[:five]) })
	try("substring", func() { fmt.Println(text[:five*2]) })
	try("substring low", func() { fmt.Println(text[five+1 : five-3]) })
	try("capacity", func() { fmt.Println(s[:2:five]) })
	try("full high", func() { fmt.Println(s[: five-2 : five-3]) })
	try("full low", func() { fmt.Println(s[five-2 : five-3 : five-2]) })
	try("conversion", func() { fmt.Println([4]int(s)) })
	try("conversion to pointer", func() { fmt.Println((*[5]int)(s)) })
	try("make", func() { fmt.Println(make([]int, minus)) })
	try("make capacity", func() { fmt.Println(make([]int, five, five+minus)) })
	try("nil slice", func() { s = nil; fmt.Println(s[0]) })
	fmt.Println(text[1:3], p[1:2], s[:0], "abc"[five-4:])
}
