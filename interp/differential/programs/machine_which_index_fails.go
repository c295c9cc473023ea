package main

import "fmt"

type S struct {
	a int
	d [3]int
	e []int
}

func f1(a, b []int, i, j int)          { a[i] = b[j] }
func f2(a, b []S, i, j int)            { a[i].a = b[j].a }
func f3(a, b []S, i, j int)            { a[i].d[1] = b[j].a }
func f4(a, b []S, i, j int)            { a[i].e[0] = b[j].a }
func f5(a, b []S, i, j int)            { a[i].a += b[j].a }
func f6(a, b []int, i, j int)          { a[i] += b[j] }
func f7(a, b [][]int, i, j int)        { a[i][0] = b[j][0] }
func f8(a, b [][]int, i, j int)        { a[i][0] -= b[j][0] }
func f9(a, b []S, i, j int)            { a[i].d[1] = a[0].a - b[j].a }
func g1(a, b []int, i, j int) int      { return a[i] - b[j] }
func g2(a, b []S, i, j int) int        { return a[i].a - b[j].a }
func g3(a, b []S, i, j int) bool       { return a[i].a < b[j].a }
func g4(a, b []S, i, j int) (int, int) { return a[i].a, b[j].a }
func g5(a, b []int, i, j int)          { a[i], b[j] = b[j], a[i] }
func g6(a, b []S, i, j int) int        { return a[i].d[j] - b[j].e[i] }
func g7(a, b []S, i, j int) int        { a[i].a *= a[1].a + b[j].a; return 0 }
func try(n string, f func()) {
	defer func() { fmt.Println(n, recover()) }()
	f()
}
func main() {
	a, b := make([]int, 3), make([]int, 3)
	A, B := make([]S, 3), make([]S, 3)
	I, J := make([][]int, 3), make([][]int, 3)
	try("f1", func() { f1(a, b, 5, 7) })
	try("f2", func() { f2(A, B, 5, 7) })
	try("f3", func() { f3(A, B, 5, 7) })
	try("f4", func() { f4(A, B, 5, 7) })
	try("f4b", func() { f4(A, B, 1, 7) })
	try("f5", func() { f5(A, B, 5, 7) })
	try("f6", func() { f6(a, b, 5, 7) })
	try("f7", func() { f7(I, J, 5, 7) })
	try("f7b", func() { f7(I, J, 1, 7) })
	try("f8", func() { f8(I, J, 5, 7) })
	try("f8b", func() { f8(I, J, 1, 7) })
	try("f9", func() { f9(A, B, 5, 7) })
	try("f9b", func() { f9(nil, B, 5, 7) })
	try("g1", func() { g1(a, b, 5, 7) })
	try("g2", func() { g2(A, B, 5, 7) })
	try("g3", func() { g3(A, B, 5, 7) })
	try("g4", func() { g4(A, B, 5, 7) })
	try("g5", func() { g5(a, b, 5, 7) })
	try("g6", func() { g6(A, B, 2, 7) })
	try("g7", func() { g7(A, B, 5, 7) })
	try("g7b", func() { g7(nil, B, 5, 7) })
}
