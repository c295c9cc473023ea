package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type Sh interface{ Area() float64 }
type Pt struct{ X, Y int }

func (p Pt) Area() float64 { return float64(p.X) }
func mk(i int) Pt          { return Pt{i, i} }
func mkp(i int) *Pt        { return &Pt{i, i} }

type Num int

func (n Num) Area() float64 { return float64(n) }

type Fn func() int

func (f Fn) Area() float64 { return float64(f()) }

type E struct{ n int }

func (e *E) Error() string { return fmt.Sprint("E", e.n) }

type V struct{ n int }

func (v V) Error() string { return fmt.Sprint("V", v.n) }

type Box[T any] struct{ v T }

func (b *Box[T]) Get() T  { return b.v }
func (b *Box[T]) Set(v T) { b.v = v }

type Arr [3]int

func (a Arr) Sum() int { return a[0] + a[1] + a[2] }

type Named map[string]int

func (n Named) Len() int { return len(n) }

type Node struct {
	Val         int
	Left, Right *Node
}

func (n *Node) Insert(v int) *Node {
	if n == nil {
		return &Node{Val: v}
	}
	if v < n.Val {
		n.Left = n.Left.Insert(v)
	} else {
		n.Right = n.Right.Insert(v)
	}
	return n
}
func (n *Node) Walk(f func(int)) {
	if n != nil {
		n.Left.Walk(f)
		f(n.Val)
		n.Right.Walk(f)
	}
}

type Stack struct{ items []any }

func (s *Stack) Push(x any) { s.items = append(s.items, x) }
func (s *Stack) Pop() any {
	x := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x
}

type Visitor interface {
	Visit(n int) (w Visitor)
}
type depth struct{ d int }

func (d depth) Visit(n int) Visitor {
	if n == 0 {
		return nil
	}
	return depth{d.d + 1}
}

type Animal interface {
	Name() string
	Sound() string
}
type base struct{ name string }

func (b base) Name() string { return b.name }

type Dog struct{ base }

func (d Dog) Sound() string { return "woof" }

type Cat struct {
	*base
	lives int
}

func (c *Cat) Sound() string { c.lives--; return fmt.Sprint("meow", c.lives) }

type byArea []Sh

func (b byArea) Len() int           { return len(b) }
func (b byArea) Less(i, j int) bool { return b[i].Area() < b[j].Area() }
func (b byArea) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type Matrix [2][2]int

type Option func(*Config)
type Config struct {
	name string
	n    int
	tags []string
}

func WithName(s string) Option { return func(c *Config) { c.name = s } }
func WithN(n int) Option       { return func(c *Config) { c.n = n } }
func New(opts ...Option) Config {
	c := Config{tags: []string{"t"}}
	for _, o := range opts {
		o(&c)
	}
	return c
}

type State int

const (
	Idle State = iota
	Run
	Stop
)

func (s State) String() string { return [...]string{"Idle", "Run", "Stop"}[s] }

type Event struct {
	From, To State
	When     int
}
type Graph map[string][]string

func (g Graph) Add(a, b string) { g[a] = append(g[a], b) }

type List[T any] struct {
	head *item[T]
	n    int
}
type item[T any] struct {
	v    T
	next *item[T]
}

func (l *List[T]) Push(v T) { l.head = &item[T]{v, l.head}; l.n++ }
func (l *List[T]) Each(f func(T)) {
	for i := l.head; i != nil; i = i.next {
		f(i.v)
	}
}
func Map[T, U any](xs []T, f func(T) U) []U {
	var out []U
	for _, x := range xs {
		out = append(out, f(x))
	}
	return out
}
func Filter[T any](xs []T, ok func(T) bool) (out []T) {
	for _, x := range xs {
		if ok(x) {
			out = append(out, x)
		}
	}
	return
}
func Reduce[T, A any](xs []T, a A, f func(A, T) A) A {
	for _, x := range xs {
		a = f(a, x)
	}
	return a
}
func Keys[K comparable, V any](m map[K]V) []K {
	var ks []K
	for k := range m {
		ks = append(ks, k)
	}
	return ks
}

func try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("caught: %v", r)
		}
	}()
	f()
	return nil
}

func main() {
	// values in interfaces
	var l []Sh
	for i := range 3 {
		l = append(l, Pt{i, i}, mkp(i), Num(i), Fn(func() int { return i }))
	}
	for _, s := range l {
		fmt.Print(s.Area(), " ")
	}
	fmt.Println()
	m := map[int]Sh{}
	var s Sh
	for i := range 3 {
		s = mkp(i)
		m[i] = s
		if i == 1 {
			s.(*Pt).X = 50
		}
	}
	fmt.Println(m[0].Area(), m[1].Area(), m[2].Area())
	p := Pt{1, 2}
	s = p
	p.X = 9
	fmt.Println(s.Area(), p.Area(), s == Sh(Pt{1, 2}), s == Sh(p))
	q := &p
	s = q
	q.X = 11
	fmt.Println(s.Area())
	// errors
	var errs []error
	for i := range 3 {
		errs = append(errs, &E{i}, V{i}, fmt.Errorf("w%d: %w", i, &E{i}))
	}
	fmt.Println(errs)
	var e *E
	fmt.Println(errors.As(errs[5], &e), e.n, errors.Is(errs[1], V{0}), errors.Is(errs[1], V{1}))
	// structs and arrays are copied
	a := Arr{1, 2, 3}
	b := a
	b[0] = 10
	fmt.Println(a.Sum(), b.Sum(), a == b, a == Arr{1, 2, 3})
	arrs := []Arr{a, b}
	for _, x := range arrs {
		x[1] = 100
	}
	for i := range arrs {
		arrs[i][2]++
	}
	fmt.Println(arrs, a, b)
	mm := map[string]Pt{"a": {1, 1}}
	pt := mm["a"]
	pt.X = 5
	fmt.Println(mm, pt)
	var mat Matrix
	mat2 := mat
	mat2[1][0] = 7
	fmt.Println(mat, mat2)
	c1 := Config{name: "a", tags: []string{"x"}}
	c2 := c1
	c2.name, c2.tags[0] = "b", "y"
	fmt.Println(c1, c2)
	ps := []*Pt{}
	for _, x := range []Pt{{1, 1}, {2, 2}} {
		ps = append(ps, &x)
	}
	fmt.Println(*ps[0], *ps[1])
	xs := []int{1, 2, 3, 4}
	ys := xs[1:3]
	ys = append(ys, 99)
	fmt.Println(xs, ys, len(ys), cap(ys))
	zs := append([]int(nil), xs...)
	zs[0] = -1
	fmt.Println(xs, zs)
	xs[0], xs[1] = xs[1], xs[0]
	fmt.Println(xs)
	i := 0
	i, xs[i] = 2, 77
	fmt.Println(i, xs)
	// methods
	bx := &Box[string]{}
	set := bx.Set
	set("v")
	get := (*Box[string]).Get
	fmt.Println(bx.Get(), get(bx))
	fmt.Println(Named{"a": 1}.Len())
	var root *Node
	for _, v := range []int{5, 2, 8, 1} {
		root = root.Insert(v)
	}
	var out []string
	root.Walk(func(v int) { out = append(out, fmt.Sprint(v)) })
	fmt.Println(strings.Join(out, ","))
	st := &Stack{}
	for i := range 3 {
		st.Push(Pt{i, i})
		st.Push(&E{i})
	}
	fmt.Println(st.Pop(), st.Pop(), st.Pop().(*E).n)
	var v Visitor = depth{}
	for n := 2; v != nil; n-- {
		fmt.Print(v.(depth).d, " ")
		v = v.Visit(n)
	}
	fmt.Println()
	animals := []Animal{Dog{base{"rex"}}, &Cat{&base{"tom"}, 9}}
	for range 2 {
		for _, an := range animals {
			fmt.Print(an.Name(), ":", an.Sound(), " ")
		}
	}
	fmt.Println()
	sh := byArea{Num(3), Pt{1, 0}, mkp(2)}
	sort.Sort(sh)
	fmt.Println(sh[0].Area(), sh[1].Area(), sh[2].Area())
	fmt.Println(New(WithName("z"), WithN(3)))
	ev := []Event{{Idle, Run, 1}, {Run, Stop, 2}}
	fmt.Println(ev, ev[0].From, map[State]int{Run: 1})
	fmt.Printf("%v %d %s %+v\n", Stop, Stop, Run, ev[1])
	g := Graph{}
	g.Add("a", "b")
	g.Add("a", "c")
	fmt.Println(g, len(g["zz"]))
	var li List[Pt]
	for i := range 3 {
		li.Push(Pt{i, i})
	}
	li.Each(func(p Pt) { fmt.Print(p, " ") })
	fmt.Println(li.n)
	sq := Map([]int{1, 2, 3}, func(i int) Sh { return Pt{i, 0} })
	fmt.Println(sq, Filter(sq, func(s Sh) bool { return s.Area() > 1 }), Reduce(sq, 0.0, func(a float64, s Sh) float64 { return a + s.Area() }))
	ks := Keys(map[string]int{"b": 1, "a": 2})
	sort.Strings(ks)
	fmt.Println(ks)
	fmt.Println(try(func() { panic("x") }), try(func() { var m map[string]int; m["a"] = 1 }), try(func() { var n *Node; _ = n.Val }))
	fmt.Println(try(func() { panic(&E{3}) }), try(func() { panic(fmt.Errorf("e%d", 1)) }), try(func() { var s Sh; s.Area() }), try(func() { _ = any("s").(int) }))
	var fs []func() int
	for i := 0; i < 3; i++ {
		defer func() { fmt.Print("d", i, " ") }()
		fs = append(fs, func() int { i *= 10; return i })
	}
	fmt.Println(fs[1](), fs[1](), fs[2](), fs[0]())
	counter := func() func() int { n := 0; return func() int { n++; return n } }
	x1, x2 := counter(), counter()
	fmt.Println(x1(), x1(), x2())
	switch x := any(p).(type) {
	case Sh:
		fmt.Println("Sh", x.Area())
	}
	for i, w := range strings.Fields("a b c") {
		switch {
		case i == 0:
			continue
		case w == "b":
			fallthrough
		default:
			fmt.Print(i, w, " ")
		}
	}
	fmt.Println()
	type local struct{ A, B any }
	lo := local{1, local{"x", []any{nil, 2.5}}}
	fmt.Printf("%v %+v\n", lo, lo)
	ch := make(chan Sh)
	go func() {
		defer close(ch)
		for i := range 3 {
			ch <- &Pt{i, i}
		}
	}()
	var got []Sh
	for s := range ch {
		got = append(got, s)
	}
	fmt.Println(got[0].Area(), got[1].Area(), got[2].Area())
	var iface any = p
	if pp, ok := iface.(Pt); ok {
		pp.X = 1000
		fmt.Println(iface, pp)
	}
	h := struct {
		Pt
		Sh
		z int
	}{Pt{1, 2}, Num(4), 3}
	fmt.Println(h.X, h.Pt.Area(), h.Sh.Area(), h.z)
	w := [2]struct{ s []Sh }{}
	for i := range w {
		for j := range 2 {
			w[i].s = append(w[i].s, &Pt{i, j})
		}
	}
	fmt.Println(w[0].s[0].(*Pt).Y, w[0].s[1].(*Pt).Y, w[1].s[0].(*Pt).X)
}
