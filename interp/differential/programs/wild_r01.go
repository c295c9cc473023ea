package main

import "fmt"

type T struct{ v int }

func (t T) Get() int { return t.v }

type G interface{ Get() int }

func main() {
	t := T{1}
	defer fmt.Println("deferred value", t.Get(), t)
	defer t.show()
	t.v = 2
	var g G = t
	t.v = 3
	f := g.Get
	g = T{9}
	fmt.Println(f(), g.Get(), t.v)
	fs := []func() int{t.Get, T{5}.Get, (&t).Get}
	t.v = 100
	for _, f := range fs {
		fmt.Print(f(), " ")
	}
	fmt.Println()
	x := [2]T{{1}, {2}}
	p := &x[1]
	y := x
	p.v = 50
	fmt.Println(x, y)
	m := map[string][2]int{"a": {1, 2}}
	a := m["a"]
	a[0] = 9
	fmt.Println(m, a)
	var i any = x
	x[0].v = 77
	fmt.Println(i, i == any([2]T{{1}, {50}}))
	s := struct {
		in  T
		arr [2]int
	}{T{1}, [2]int{1, 2}}
	c := s
	c.in.v, c.arr[0] = 8, 8
	fmt.Println(s, c, s == c)
	ss := []T{{1}, {2}, {3}}
	for i, v := range ss {
		if i == 0 {
			ss[1].v = 20
			ss = append(ss, T{4})
		}
		fmt.Print(v.v, " ")
	}
	fmt.Println(len(ss))
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[2] = 10
		if i == 2 {
			fmt.Println("copy", v)
		}
	}
}
func (t T) show() { fmt.Println("show", t.v) }
