package main

import "fmt"

// What reading in assignments, ranges and shifts fails with, and when.

type record struct {
	cells [3]int
	names map[int]bool
}

func try(name string, call func()) {
	defer func() { fmt.Println(name, recover()) }()
	call()
}

func or(a []int)                  { a[0] |= a[1] }
func divide(a []int, z int)       { a[7] += 1 / z }
func swap(a []int, i, j int)      { a[i], a[j] = a[j], a[i] }
func rotate(a []int, i, j int)    { a[i], a[j], a[0] = a[j], a[0], a[i] }
func shiftBy(x int) int           { y := -1; return x << y }
func narrow(x int16) int          { y := int8(-128); return int(x >> y) }
func beyond(a [3]float64) float64 { i := 17; a[i] = 1; return a[0] }
func below(a [2]int8) int8        { i := int16(-2); return a[i] }

func indexes(p *record) (n int) {
	for i := range p.cells {
		n += i
	}
	return n
}

func shrinking(m map[int]bool, n int) (s int) {
	for i := 0; i < n; i++ {
		s = s*10 + len(m)
		delete(m, i)
	}
	return s
}

func windows(p [6]int) [6]int {
	for i := 0; i+2 <= len(p); i++ {
		w := p[i : i+2]
		w[1] += w[0]
	}
	return p
}

func condition(r []bool, i int) int {
	defer func() {}()
	if !r[i] {
		return 1
	}
	return 2
}

func main() {
	try("or", func() { or(nil) })
	try("divide", func() { divide(nil, 0) })
	try("swap", func() { swap(nil, 3, 4) })
	try("rotate", func() { rotate([]int{1}, 3, 4) })
	try("shift", func() { fmt.Println(shiftBy(5)) })
	try("narrow", func() { fmt.Println(narrow(5)) })
	try("beyond", func() { beyond([3]float64{}) })
	try("below", func() { below([2]int8{}) })
	try("indexes", func() { fmt.Println(indexes(nil)) })
	try("condition", func() { condition([]bool{true}, 2) })
	fmt.Println(shrinking(map[int]bool{0: true, 1: true, 2: true}, 4), windows([6]int{1, 2, 3, 4, 5, 6}))
}
