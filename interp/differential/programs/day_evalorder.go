package main

import "fmt"

var trace []string

func tr[T any](name string, v T) T { trace = append(trace, name); return v }
func flush()                       { fmt.Println(trace); trace = nil }

type T struct {
	a    int
	next *T
	arr  [3]int
}

func (t T) Add(n int) T                          { trace = append(trace, fmt.Sprint("add", n)); t.a += n; return t }
func (t *T) Inc() *T                             { t.a++; return t }
func get(m map[string]int, k string) (int, bool) { v, ok := m[k]; return v, ok }

var g = h() + 1
var hh = 10

func h() int { return hh * 2 }
func init()  { trace = append(trace, "init1") }
func init()  { trace = append(trace, "init2"); flush() }

func named() (x int, err error) {
	defer func() { x += 5 }()
	x = 1
	return x * 10, nil
}
func deferArgs() {
	i := 1
	defer fmt.Println("deferred", i, func() int { return i }())
	defer func(n int) { fmt.Println("closure", n, i) }(i)
	i = 50
}

func main() {
	fmt.Println(g)
	x := []int{1}
	f := func() int { x = append(x, 100); return len(x) }
	x = append(x, f())
	fmt.Println(x, len(x))
	i := 0
	a := []int{10, 20, 30}
	i, a[i] = 1, 99
	fmt.Println(i, a)
	a[i], i = 77, 2
	fmt.Println(i, a)
	a[0], a[1], a[2] = a[2], a[0], a[1]
	fmt.Println(a)
	m := map[string]int{}
	m[tr("key", "k")] = tr("val", 5)
	flush()
	_ = []int{tr("a", 1), tr("b", 2)}[tr("idx", 1)]
	flush()
	t := T{a: 1}
	fmt.Println(t.Add(tr("x", 1)).Add(tr("y", 2)).a, t.a)
	flush()
	_ = tr("l", false) && tr("r", true) || tr("o", true)
	flush()
	arr := [3]int{1, 2, 3}
	for i, v := range arr {
		arr[2] = 10
		if i == 2 {
			fmt.Println("range array copy", v)
		}
	}
	sl := []int{1, 2, 3}
	for i, v := range sl {
		sl[2] = 10
		if i == 0 {
			sl = append(sl, 4)
		}
		if i == 2 {
			fmt.Println("range slice", v, len(sl))
		}
	}
	for i := range &arr {
		arr[i] *= 2
	}
	fmt.Println(arr)
	p := &t
	p.next = &T{a: 7}
	p, p.next = p.next, nil
	fmt.Println(p.a, t.next)
	fmt.Println(named())
	deferArgs()
	y := 1
	z, y := y+1, 3
	fmt.Println(y, z)
	if y := y * 2; y > 5 {
		y++
		fmt.Println("inner", y)
	} else if w := y; w > 0 {
		fmt.Println(w)
	}
	var fs [3]func() int
	for i := 0; i < 3; i++ {
		fs[i] = func() int { i += 10; return i }
		if i == 1 {
			i++
			i--
		}
	}
	fmt.Println(fs[0](), fs[0](), fs[1](), fs[2]())
	var iface any = t
	t.a = 1000
	fmt.Println(iface.(T).a, iface == any(t))
	s := a[:1]
	b := append(s, 5)
	c := append(s[:1:1], 6)
	fmt.Println(a, b, c)
	copy(a[1:], a)
	fmt.Println(a)
	mv := t.Inc
	t.a = 5
	mv()
	tv := t.Add
	t.a = 0
	fmt.Println(t.a, tv(1).a, T.Add(t, 4).a, (*T).Inc(&t).a)
	trace = nil
	switch tr("tag", 2) {
	case tr("c1", 1), tr("c2", 2), tr("c3", 3):
		trace = append(trace, "hit")
		fallthrough
	case tr("c4", 4):
		trace = append(trace, "fall")
	default:
		trace = append(trace, "def")
	}
	flush()
	var np *T
	func() {
		defer func() { fmt.Println("rec", recover() != nil, i) }()
		i = 5
		np.a = tr("rhs", 1)
	}()
	flush()
	q := [2][2]int{{1, 2}, {3, 4}}
	r := q
	r[0][0] = 9
	q[1], q[0] = q[0], r[1]
	fmt.Println(q, r, q == r, [2]int{1, 2} == q[1])
}
