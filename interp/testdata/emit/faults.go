//go:build ignore

// Run-time errors other than those of bounds.
package main

import (
	"fmt"
	"math"
	"runtime"
)

type node struct {
	next *node
	v    int
}

type shape interface{ area() float64 }
type square float64

func (s square) area() float64 { return float64(s * s) }

func try(name string, f func()) {
	defer func() {
		r := recover()
		_, run := r.(runtime.Error)
		_, assertion := r.(*runtime.TypeAssertionError)
		fmt.Println(name, run, assertion, r)
	}()
	f()
}

func main() {
	zero, minus := 0, -1
	var n *node
	var s shape
	var f func()
	var m map[string]int
	var x any = "text"
	try("field", func() { fmt.Println(n.v) })
	try("chain", func() { n = &node{}; n.next.v = 2 })
	try("star", func() { var p *int; *p = 1 })
	try("division", func() { fmt.Println(1 / zero) })
	try("rest", func() { fmt.Println(1 % zero) })
	try("shift", func() { fmt.Println(1 << minus) })
	try("nil interface", func() { fmt.Println(s.area()) })
	try("nil function", func() { f() })
	try("nil map", func() { m["a"] = 1 })
	try("assertion", func() { fmt.Println(x.(int)) })
	try("assertion of nil", func() { x = nil; fmt.Println(x.(int)) })
	try("to interface", func() { x = 3; fmt.Println(x.(shape)) })
	try("of interface", func() { s = square(2); fmt.Println(s.(interface{ area() int })) })
	try("unhashable", func() { fmt.Println(map[any]int{}[[]int{1}]) })
	try("unhashable key", func() { m := map[any]int{1: 2}; m[func() {}] = 1 })
	try("incomparable", func() { var a, b any = []int{1}, []int{1}; fmt.Println(a == b) })
	try("closed", func() { c := make(chan int); close(c); close(c) })
	try("send", func() { c := make(chan int, 1); close(c); c <- 1 })
	try("nil close", func() { var c chan int; close(c) })
	fmt.Println(math.Copysign(1, negate(0)), negate(math.Copysign(0, -1)) == 0, sign(math.Copysign(0, -1)))
	fmt.Println(math.MinInt64/minus, int8(-128)/int8(minus))
}

func negate(x float64) float64 { return -x }

func sign(x float64) bool { return math.Signbit(x) }
