package main

import (
	"fmt"
	"strings"
	"sync/atomic"
)

type Inner struct{ v [2]int }
type Outer struct {
	Inner
	in  Inner
	p   *Inner
	arr [2]Inner
	m   map[string]Inner
	s   []Inner
	f   func() int
}

func (o Outer) Val() int     { o.v[0]++; o.in.v[1] = 50; o.arr[0].v[0] = 7; return o.v[0] }
func (o *Outer) Ptr() *Outer { o.v[0]++; return o }
func (i *Inner) Set(n int)   { i.v[1] = n }
func (i Inner) Get() int     { return i.v[1] }

type Getter interface{ Get() int }
type Setter interface{ Set(int) }
type Node struct {
	Val         int
	Left, Right *Node
}

func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	c := *n
	c.Left, c.Right = n.Left.Clone(), n.Right.Clone()
	return &c
}
func (n *Node) String() string {
	if n == nil {
		return "."
	}
	return fmt.Sprintf("(%v %d %v)", n.Left, n.Val, n.Right)
}
func invert(n *Node) *Node {
	if n != nil {
		n.Left, n.Right = invert(n.Right), invert(n.Left)
	}
	return n
}

type Counter struct {
	n    atomic.Int64
	hist [3]int
}

func ret() (a [3]int, p *[3]int) { p = &a; a[0] = 1; return }

type key struct {
	a string
	b [2]int
	c any
}

func main() {
	o := Outer{p: &Inner{}, m: map[string]Inner{"k": {}}, s: make([]Inner, 2)}
	c := o
	c.Set(9)
	c.in.Set(8)
	c.p.Set(7)
	c.arr[1].Set(6)
	c.s[0].Set(5)
	c.m["new"] = Inner{[2]int{4, 4}}
	fmt.Println(o.Get(), o.in.Get(), o.p.Get(), o.arr[1].Get(), o.s[0].Get(), len(o.m))
	fmt.Println(c.Get(), c.in.Get(), c.p.Get(), c.arr[1].Get(), c.s[0].Get(), c.m["new"].Get())
	fmt.Println(o.Val(), o.Val(), o.Ptr().Ptr().v, o.in, o.arr)
	var g Getter = o.Inner
	var st Setter = &o.Inner
	st.Set(77)
	fmt.Println(g.Get(), st.(Getter).Get(), o.Get())
	pv := &o.arr[1]
	pv.v[0] = 123
	sl := o.arr[:]
	sl[0].v[0] = 321
	fmt.Println(o.arr)
	arr2 := o.arr
	arr2[0] = Inner{}
	fmt.Println(o.arr == arr2, o.arr[1] == arr2[1])
	for _, in := range o.s {
		in.Set(1000)
	}
	for i := range o.s {
		o.s[i].Set(i + 10)
	}
	fmt.Println(o.s)
	inner := o.m["new"]
	inner.Set(1)
	fmt.Println(o.m["new"], inner)
	t := &Node{1, &Node{2, nil, &Node{4, nil, nil}}, &Node{Val: 3}}
	t2 := t.Clone()
	invert(t2)
	t2.Right.Val = 99
	fmt.Println(t, t2)
	var cn Counter
	cn.n.Add(5)
	cn.n.Store(cn.n.Load() * 2)
	fmt.Println(cn.n.Load(), cn.n.CompareAndSwap(10, 1), cn.n.Swap(3))
	a, p := ret()
	p[0] = 50
	fmt.Println(a, *p)
	ks := map[key]int{{"a", [2]int{1, 2}, 3}: 1, {"a", [2]int{1, 2}, "3"}: 2}
	fmt.Println(ks[key{"a", [2]int{1, 2}, 3}], ks[key{a: "a", b: [2]int{1, 2}, c: "3"}], ks[key{}])
	var any1, any2 any = [2]int{1, 2}, [2]int{1, 2}
	var i8 any = int8(1)
	fmt.Println(any1 == any2, i8 == any(1), i8 == any(int8(1)), any(nil) == nil)
	fn := o.Val
	o.v[0] = 0
	fmt.Println(fn() != o.Val(), struct{ a, b int }{1, 2} == struct{ a, b int }{1, 2})
	x := []int{1, 2, 3, 4, 5}
	y := x[1:3]
	y = append(y, 99)
	z := append(x[:2:2], 7)
	y[0] = -1
	fmt.Println(x, y, z, cap(y), len(x[4:]), cap(x[2:4:4]))
	ch := make(chan [2]int, 1)
	arr := [2]int{1, 2}
	ch <- arr
	arr[0] = 9
	fmt.Println(<-ch, arr)
	pp := &p
	(**pp)[1] = 8
	fmt.Println(*p, (*p)[1], len(**pp))
	structs := []struct {
		n  int
		fn func(*strings.Builder)
	}{{1, func(b *strings.Builder) { b.WriteString("one") }}, {2, nil}}
	var sb strings.Builder
	for _, s := range structs {
		if s.fn != nil {
			s.fn(&sb)
		}
		s.n = 0
	}
	fmt.Println(sb.String(), structs[0].n, structs[1].fn == nil)
	type T struct {
		*T
		n int
	}
	tt := T{&T{nil, 5}, 6}
	fmt.Println(tt.n, tt.T.n, tt.T.T == nil)
	e := [...]*int{new(int), new(int)}
	*e[0]++
	e2 := e
	*e2[0]++
	fmt.Println(*e[0], e == e2, *new(5 + 2))
}
