package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"unsafe"
)

type Temp interface{ ~float32 | ~float64 }

func avg[T Temp](x ...T) T {
	var s T
	for _, v := range x {
		s += v
	}
	return s / T(len(x))
}

type Num[T any] interface {
	Add(T) T
	Less(T) bool
}
type Int int

func (a Int) Add(b Int) Int   { return a + b }
func (a Int) Less(b Int) bool { return a < b }
func MaxSum[T Num[T]](xs []T) (m, s T) {
	for i, x := range xs {
		if i == 0 || m.Less(x) {
			m = x
		}
		s = s.Add(x)
	}
	return
}

type Node[T any] struct {
	val         T
	left, right *Node[T]
}

func (n *Node[T]) Insert(v T, less func(a, b T) bool) *Node[T] {
	if n == nil {
		return &Node[T]{val: v}
	}
	if less(v, n.val) {
		n.left = n.left.Insert(v, less)
	} else {
		n.right = n.right.Insert(v, less)
	}
	return n
}
func (n *Node[T]) Each(f func(T)) {
	if n != nil {
		n.left.Each(f)
		f(n.val)
		n.right.Each(f)
	}
}

type Either[L, R any] struct {
	l *L
	r *R
}

func Left[L, R any](v L) Either[L, R]  { return Either[L, R]{l: &v} }
func Right[L, R any](v R) Either[L, R] { return Either[L, R]{r: &v} }
func Fold[L, R, T any](e Either[L, R], f func(L) T, g func(R) T) T {
	if e.l != nil {
		return f(*e.l)
	}
	return g(*e.r)
}

type Matrix[T ~int | ~float64] [][]T

func (m Matrix[T]) Mul(o Matrix[T]) Matrix[T] {
	out := make(Matrix[T], len(m))
	for i := range m {
		out[i] = make([]T, len(o[0]))
		for j := range o[0] {
			for k := range o {
				out[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return out
}

type Alias = map[string][]int
type GAlias[T any] = []T

var (
	a = b + 1
	b = f()
	c = "init"
)

func f() int { return len(c) }
func init()  { fmt.Println("init", a, b, c) }

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
)

type Flags uint

const (
	FlagA Flags = 1 << iota
	FlagB
)

func (f Flags) Has(x Flags) bool { return f&x != 0 }

type errT struct{}

func (*errT) Error() string { return "errT" }
func mayFail(b bool) error {
	var e *errT
	if b {
		e = &errT{}
	}
	return e
}

func main() {
	fmt.Println(avg(1.5, 2.5), avg[float32](1, 2))
	fmt.Println(MaxSum([]Int{3, 9, 2}))
	var root *Node[string]
	for _, w := range strings.Fields("m c x a d") {
		root = root.Insert(w, func(a, b string) bool { return a < b })
	}
	root.Each(func(s string) { fmt.Print(s, " ") })
	fmt.Println()
	e := Right[int, string]("r")
	fmt.Println(Fold(e, func(i int) string { return "L" }, func(s string) string { return "R" + s }))
	fmt.Println(Matrix[int]{{1, 2}, {3, 4}}.Mul(Matrix[int]{{0, 1}, {1, 0}}))
	al := Alias{"x": {1}}
	var ga GAlias[string] = []string{"g"}
	fmt.Println(al, ga, KB, MB, (FlagA | FlagB).Has(FlagB))
	fmt.Println(mayFail(false) == nil, mayFail(true))
	fmt.Println(unsafe.Sizeof(int64(0)), runtime.GOOS != "", len(os.Args) > 0)
	var i8 int8 = -128
	fmt.Println(-i8, i8/-1, uint8(i8), math.MinInt64, ^0, 5&^3, 0b1010, 0o17, 0x1p-2, 1_000)
	lbl := 0
L:
	for {
		select {
		default:
			lbl++
			if lbl > 2 {
				break L
			}
		}
	}
	fmt.Println(lbl)
	var arr [5]int
	for i := range arr {
		arr[i] = i * i
	}
	sl := arr[1:3:4]
	sl = append(sl, 99)
	sl = append(sl, 100)
	sl[0] = -1
	fmt.Println(arr, sl)
	s := "日本"
	for i := 0; i < len(s); i++ {
		fmt.Printf("%x ", s[i])
	}
	fmt.Println(`raw\n`, "tab\t|", '\u00e9', "\x41")
	func(args ...string) { fmt.Println(len(args), args == nil) }()
	x, y := 1, 2
	x, y = y, x+y
	fmt.Println(x, y)
	var z struct {
		A int
		B struct{ C []int }
	}
	z.B.C = append(z.B.C, 1)
	fmt.Printf("%+v\n", z)
	ff := fmt.Sprintf
	fmt.Println(ff("%03d", 7))
	mth := strings.NewReplacer("a", "b").Replace
	fmt.Println(mth("aXa"))
	type rec struct {
		next *rec
		v    int
	}
	r := &rec{&rec{nil, 2}, 1}
	fmt.Println(r.next.v, r.next.next == nil)
	switch v := 3; {
	case v > 2 && v < 5:
		fmt.Println("in")
	}
	fmt.Println(strings.Compare("a", "b"), "a" < "b", "Z" < "a", max("a", "b"))
}
