package main

import "fmt"

var x, key = 1, pair{1, 2}

func bump() int { x *= 2; return x }

type pair struct{ a, b int }

type nest struct {
	p  pair
	q  *pair
	xs []int
	f  func() int
}

func show(n nest) { fmt.Println(n.p, *n.q, n.xs, n.f()) }

func truth() bool { return bump() > 0 }

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func main() {
	v := pair{x, bump()}
	fmt.Println(v)
	var w = pair{x, bump()}
	fmt.Println(w)
	v = pair{v.b, bump()}
	fmt.Println(v)
	v = pair{v.b, v.a + bump()}
	pv := &pair{x, bump()}
	pv.a, pv.b = pv.b, pv.a
	fmt.Println(v, *pv)
	pv.a = pv.b + bump()
	pv.b = x
	fmt.Println(*pv)
	*pv = pair{pv.b, bump()}
	fmt.Println(*pv)
	a := [3]int{x, bump(), x}
	a[0], a[1] = a[1], bump()
	fmt.Println(a)
	n := nest{pair{x, bump()}, &pair{bump(), x}, []int{x, bump(), x}, func() int { return x }}
	show(n)
	m := []pair{{x, bump()}, {x, bump()}}
	fmt.Println(m)
	mp := map[string]pair{"a": {x, bump()}, "b": {x, x}}
	fmt.Println(mp)
	ps := []*pair{{x, bump()}, {bump(), x}}
	fmt.Println(*ps[0], *ps[1])
	c := 3
	inc := func() int { c++; return c }
	k := struct{ a, b, c int }{c, inc(), c}
	fmt.Println(k, c)
	y := c + inc()
	z, u := y+c, inc()
	fmt.Println(y, z, u)
	get := func() int { return y + z }
	y, z = get(), get()+y
	fmt.Println(y, z)
	ar := [2]int{1, 2}
	br := ar
	ar[0], br[ar[0]] = ar[1], inc()
	fmt.Println(ar, br)
	t := pair{c, inc()}.a + c
	fmt.Println(t)
	for i, p := range []pair{{c, inc()}, {inc(), c}} {
		fmt.Println(i, p, c+inc())
	}
	r := pair{1, 2}
	edit := func() pair { r.a++; return r }
	s := r == edit()
	fmt.Println(s, r, edit() == r, r.a+edit().a, r)
	d := []any{r, r.a, edit(), r, &r == nil}
	fmt.Println(d...)
	e := any(r) == any(edit())
	fmt.Println(e)
	var h struct{ p *pair }
	func() {
		defer func() { fmt.Println(recover() != nil, x) }()
		h.p.a = bump()
	}()
	func() {
		defer func() { fmt.Println(recover() != nil, x) }()
		fmt.Println(h.p.a, bump())
	}()
	q := []int{1, 2, 3}
	cut := func() int { q = q[:1]; return 0 }
	func() {
		defer func() { fmt.Println(recover(), x) }()
		fmt.Println(q[2], cut())
	}()
	g := map[pair]int{{1, 2}: 3}
	other := func() int { key.a = 9; return 1 }
	fmt.Println(g[key]+other(), key)
	g[key] = other()
	g[pair{key.a, x}] = bump()
	fmt.Println(len(g))
	fmt.Println(x, map[string]int{"a": x, "b": bump()}, x, bump())
	fmt.Println([]any{x, map[int]int{x: bump()}, bump()}, x)
	mm := map[string]int{"a": x}
	fmt.Println(x, mm, bump())
	mm["b"], mm["c"] = x, bump()
	fmt.Println(mm)
	fmt.Println(x, x > 0 && truth(), x, x < 0 || truth() && x > 0, x)
	z2 := x + toInt(x > 0 && truth())*x
	fmt.Println(z2, []int{x, toInt(truth() || x > 0), x}, pair{x, toInt(!truth() && x > 0)}, &pair{x, toInt(x > 0 && truth())} == nil)
	if x+toInt(x > 0 && truth()) > x && truth() || x == bump() {
		fmt.Println("then", x)
	}
	for i := 0; i < 3 && truth(); i++ {
		fmt.Println(i, x, i > 0 && truth(), x)
	}
	ok := x > 0 && truth() && x > 1
	fmt.Println(ok, x, func() int { return x }(), x > 0 && truth())
	key = pair{x, toInt(x > 0 && (truth() || truth()))}
	g[key], x = x, toInt(truth() && x > 0)
	fmt.Println(key, len(g), x)
}
