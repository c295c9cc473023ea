package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type S struct {
	n    int
	list []int
	m    map[string]int
	next *S
	arr  [3]int
}

func (s *S) inc() int          { s.n++; return s.n }
func (s *S) push(x int) []int  { s.list = append(s.list, x); return s.list }
func (s S) val() int           { return s.n }
func (s *S) self() *S          { s.n *= 2; return s }
func pair(a, b int) (int, int) { return b, a }
func join(xs ...any) string    { return fmt.Sprint(xs...) }

var glob = 1

func bump() int { glob *= 10; return glob }
func ret2() (a int, b string, err error) {
	defer func() { a++ }()
	a, b = 5, "x"
	return a, b + fmt.Sprint(a), nil
}
func ret3(p *int) (int, int) { return *p, func() int { *p = 9; return 1 }() }
func ret4() (x int) {
	f := func() int { x = 100; return 1 }
	return x + f()
}
func swapret() (a, b int) {
	a, b = 1, 2
	return b, a
}
func main() {
	s := &S{m: map[string]int{}}
	fmt.Println(s.n, s.inc(), s.n, s.inc())
	fmt.Println(s.list, s.push(1), s.push(2), len(s.list))
	s.arr[s.inc()-3], s.n = s.inc(), 0
	fmt.Println(s.arr, s.n)
	s.m["a"], s.m["b"] = s.inc(), s.inc()
	s.m["a"] += s.inc() * 10
	fmt.Println(s.m)
	x := 1
	f := func() int { x *= 2; return x }
	y := x + f()*10 + x
	fmt.Println(x, y)
	z := []int{x, f(), x, f()}
	fmt.Println(z)
	mm := map[string]int{"a": x, "b": f()}
	fmt.Println(mm)
	st := struct{ a, b int }{x, f()}
	fmt.Println(st, glob, bump(), glob)
	g := glob + bump()
	fmt.Println(g)
	fmt.Println(join(x, f(), glob, bump()))
	var i int
	a := []int{0, 0, 0}
	idx := func() int { i++; return i }
	a[i], a[idx()] = idx(), i
	fmt.Println(a, i)
	i = 0
	a[idx()] += idx()
	fmt.Println(a, i)
	p := &a[0]
	a, *p = []int{7, 7}, 5
	fmt.Println(a, *p)
	fmt.Println(ret2())
	fmt.Println(ret3(&x))
	fmt.Println(ret4())
	fmt.Println(swapret())
	fmt.Println(pair(pair(1, 2)))
	c, d := x, s
	c, d = d.inc(), &S{n: c}
	fmt.Println(c, d.n)
	fmt.Println(s.val(), s.self().val(), s.self().self().n, s.n)
	str := "a"
	app := func(t string) string { str += t; return str }
	fmt.Println(str + app("b") + str + app("c"))
	sw := func() int { str = "switched"; return 2 }
	switch sw() {
	case len(str):
		fmt.Println("len")
	case 2:
		fmt.Println("two", str)
	}
	if v := f(); v > x || x == f() {
		fmt.Println("cond", v, x)
	} else {
		fmt.Println("else", v, x)
	}
	for i, n := 0, f(); i < 2 && n > 0; i, n = i+1, n-i {
		fmt.Print(i, n%7, " ")
	}
	e := errors.New("e")
	e, e2 := fmt.Errorf("w %w", e), e
	fmt.Println(e, e2)
	words := strings.Fields("b a c")
	words, first := append(words, "d"), words[0]
	sort.Strings(words)
	fmt.Println(words, first, len(words[:cap(words)]) >= 4)
	ptr := &x
	*ptr, x = 3, *ptr+1
	fmt.Println(x)
	ch := make(chan int, 3)
	ch <- f()
	ch <- x
	v1, v2 := <-ch, <-ch
	fmt.Println(v1, v2, x)
	var iface any = x
	x, ok := iface.(int)
	fmt.Println(x, ok)
	s.next = &S{n: 1}
	s, s.next, s.n = s.next, nil, 50
	fmt.Println(s.n, s.next == nil)
	q := [3]int{1, 2, 3}
	r, q2 := q, &q
	q2[0], r[1] = r[2], q2[1]*10
	fmt.Println(q, r)
	n := 3
	t := n
	n, t = func() (int, int) { return t * 2, n * 5 }()
	fmt.Println(n, t)
	fmt.Println(func(a ...int) int { a[0] = 99; return len(a) }(z...), z[0])
}
