package main

import "fmt"

var G int
var H = []int{0, 0, 0}

func a(p []int, x int) int {
	x *= p[1]
	if p[2] > x {
		return p[1]
	}
	return 0
}
func b(p []int) int {
	x := p[0]
	G = 7
	return x + p[2]
}
func c(p, q []int) int {
	q[0] = p[0]
	q[1] = p[1]
	q[2] = p[2]
	return 0
}
func d(p []int) (r int) {
	defer func() {
		recover()
	}()
	r = p[0]
	r += p[1]
	r += p[2] * 10
	return r
}
func e(p []int, s *int) int {
	*s = p[0]
	*s += p[1]
	*s += p[3]
	return 1
}
func f(p []int) (x int) {
	for i := 0; i < 5; i++ {
		G += p[i]
	}
	return
}
func g(p []int) int {
	p[0] = 1
	p[1] = 2
	p[2] = 3
	p[3] = 4
	return 0
}
func h(p []int) int {
	if len(p) > 2 && p[0] < p[2] {
		return 1
	}
	if p[0] > 0 {
		return p[0]
	}
	return p[1] + p[2]
}
func i(p []int, s []int) {
	for k := range s {
		s[k] += p[k] / p[k+1]
	}
}
func j(a, b [3]int, n int) (r int) {
	defer func() { recover(); r += a[0] * 100 }()
	for k := 0; k < n; k++ {
		a[0] += b[k]
		r++
	}
	return
}
func k(m [][]int, o []int) {
	for x := 0; x < 4; x++ {
		for y := 0; y < 3; y++ {
			o[x] += m[x][y]
		}
	}
}
func try(n string, f func()) {
	defer func() { fmt.Println(n, recover(), G, H); G = 0; H = []int{0, 0, 0} }()
	f()
}
func main() {
	try("a", func() { a(nil, 1) })
	try("a1", func() { a([]int{1}, 1) })
	try("a2", func() { a([]int{1, 2}, 1) })
	try("b", func() { b(nil) })
	try("b1", func() { b([]int{1}) })
	try("c", func() { c([]int{4, 5}, H) })
	try("c", func() { c([]int{4, 5, 6}, H[:1]) })
	try("d", func() { fmt.Println(d([]int{4, 5})) })
	try("d", func() { fmt.Println(d(nil)) })
	try("e", func() { s := 1; defer func() { fmt.Println(s) }(); e([]int{4, 5}, &s) })
	try("f", func() { f([]int{1, 2, 3}) })
	try("g", func() { p := make([]int, 3); defer func() { fmt.Println(p) }(); g(p) })
	try("h", func() { fmt.Println(h([]int{4})) })
	try("h", func() { fmt.Println(h([]int{0})) })
	try("h", func() { fmt.Println(h([]int{4, 5, 6})) })
	try("i", func() { i([]int{6, 3, 0, 1}, H) })
	try("i", func() { i([]int{6, 3}, H) })
	try("j", func() { fmt.Println(j([3]int{}, [3]int{1, 2, 3}, 5)) })
	try("k", func() { k([][]int{{1, 2, 3}, {4, 5}, {}}, H) })
}
