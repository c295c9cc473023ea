package main

import (
	"fmt"
	"runtime"
	"strings"
)

type Row []string

type Table struct {
	head Row
	rows []Row
}

func (t *Table) Col(name string) (idx int) {
	idx = -1
	for i, h := range t.head {
		if h == name {
			return i
		}
	}
	return
}

func (t *Table) Cell(r int, col string) string { return t.rows[r][t.Col(col)] }

func attempt(label string, f func()) {
	defer func() {
		r := recover()
		re, ok := r.(runtime.Error)
		fmt.Printf("%-9s runtime=%-5t %v\n", label, ok, r)
		if ok && strings.Contains(re.Error(), "interface conversion") {
			_, isTA := r.(*runtime.TypeAssertionError)
			fmt.Println("          assertion:", isTA)
		}
	}()
	f()
}

func divide(a, b int) int { return a / b }

type shape interface{ area() float64 }
type square float64

func (s square) area() float64 { return float64(s * s) }

func main() {
	t := &Table{head: Row{"id", "name"}, rows: []Row{{"1", "ann"}, {"2", "bob"}, {"3"}}}
	fmt.Println(t.Cell(1, "name"), t.Col("none"))
	n, zero, neg := 5, 0, -1
	xs := []int{1, 2, 3}
	arr := [4]byte{1, 2, 3, 4}
	var nilMap map[string][]int
	var nilShape shape
	var any1 any = square(2)
	attempt("index", func() { fmt.Println(xs[n]) })
	attempt("array", func() { fmt.Println(arr[n]) })
	attempt("negative", func() { fmt.Println(xs[neg]) })
	attempt("string", func() { fmt.Println("abc"[n]) })
	attempt("slice", func() { fmt.Println(xs[2:n]) })
	attempt("slice lo", func() { fmt.Println(xs[n-2 : 1]) })
	attempt("slice3", func() { fmt.Println(xs[:2:n]) })
	attempt("substr", func() { fmt.Println("hello"[4 : n-2]) })
	attempt("divide", func() { fmt.Println(divide(n, zero)) })
	attempt("modulo", func() { fmt.Println(n % zero) })
	attempt("nil map", func() { fmt.Println(nilMap["x"], len(nilMap)); nilMap["x"] = xs })
	attempt("nil ifc", func() { fmt.Println(nilShape.area()) })
	attempt("nil ptr", func() { var q *Table; fmt.Println(q.head) })
	attempt("assert", func() { fmt.Println(any1.(shape).area()); fmt.Println(any1.(float64)) })
	attempt("assert2", func() { var e any; fmt.Println(e.(int)) })
	attempt("missing", func() { var e any = 3; fmt.Println(e.(shape)) })
	attempt("make", func() { fmt.Println(len(make([]int, neg))) })
	attempt("hash", func() { m := map[any]int{}; m[xs] = 1 })
	attempt("compare", func() { var a, b any = xs, xs; fmt.Println(a == b) })
	attempt("toarray", func() { fmt.Println([3]int(xs), [4]int(xs)) })
	attempt("nil func", func() { var f func(); f() })
	attempt("close", func() { c := make(chan int); close(c); close(c) })
	attempt("shift", func() { fmt.Println(1 << neg) })
	attempt("none", func() {})
	var e error = fmt.Errorf("plain %d", 1)
	attempt("error", func() { panic(e) })
	attempt("struct", func() { panic(struct{ A, B int }{1, 2}) })
	for r := range t.rows {
		fmt.Println(t.Cell(r, "name"))
	}
	fmt.Println("not reached")
}
