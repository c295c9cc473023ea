package main

import (
	"errors"
	"fmt"
	"strings"
)

var (
	x     = 1
	xs    = []int{1, 2, 3}
	m     = map[string]int{"a": 1}
	mi    = map[int]string{1: "one", 2: "two"}
	p     = &pair{1, "p"}
	s     = "s"
	st    = pair{7, "st"}
	fn    = func(a int) int { return a }
	flag  bool
	bytes      = []byte("abc")
	e     any  = 1
	arr        = [3]int{1, 2, 3}
	i8    int8 = 1
	words strings.Builder
	ch          = make(chan int, 4)
	sq    shape = square(2)
)

var first, second = x, bump()

type pair struct {
	n int
	s string
}

func (p pair) with(k int) string   { return fmt.Sprint(p.n, k) }
func (p *pair) twice(k int) string { return fmt.Sprint(p.n, k) }

type shape interface{ scaled(k int) int }

type square int

func (s square) scaled(k int) int { return int(s) * k }

func bump() int {
	x += 10
	s += "!"
	flag = !flag
	i8++
	st.n++
	p.n++
	p = &pair{p.n * 2, p.s + "'"}
	m = map[string]int{"a": m["a"] + 100}
	mi[1] += "+"
	if xs != nil {
		xs = append([]int{xs[0] + 1}, xs...)
	}
	arr[0]++
	bytes[0]++
	e = fmt.Sprint(e, "e")
	sq = square(int(sq.(square)) + 1)
	old := fn
	fn = func(a int) int { return old(a) + 1000 }
	return x
}

func bump2() (int, error) { return bump(), nil }

func two(a, b int) string { return fmt.Sprint(a, " ", b) }

func variadic(a ...any) string { return fmt.Sprint(a...) }

func results() (int, int, string) { return x, bump(), s }

func named() (a int, err error) {
	defer func() { a++ }()
	a = 5
	return a + bump(), err
}

func main() {
	fmt.Println(first, second)
	fmt.Println("sum", x+bump(), bump()+x)
	fmt.Println(x, bump(), x)
	fmt.Println(two(x, bump()), two(x+1, bump()))
	fmt.Println(s, bump(), s+"?")
	fmt.Println(flag, bump(), i8, st, p.n, *p)
	fmt.Println(m["a"], bump(), m["a"], mi[1], xs[0], arr[0], arr, len(xs))
	fmt.Println(xs[0]+bump(), arr[0]*bump(), p.n-bump(), mi[1]+fmt.Sprint(bump()))
	xs = append(xs, bump())
	fmt.Println(len(xs), xs)
	xs = append(xs[:1], x, bump(), x)
	fmt.Println(len(xs), xs)
	fmt.Println(fn(bump()))
	fmt.Println(p.with(bump()), p.twice(bump()), st.with(bump()), sq.scaled(bump()))
	a, b := x, bump()
	fmt.Println(a, b)
	xs[0], xs[1] = xs[1], bump()
	fmt.Println(xs[:2])
	x += bump()
	fmt.Println(x)
	x = x + bump()
	fmt.Println(x)
	xs[0] += bump()
	fmt.Println(xs[0])
	p.n = bump()
	fmt.Println(p.n)
	m["a"] += bump()
	m["b"] = bump()
	fmt.Println(m)
	fmt.Println([]int{x, bump(), x}, pair{x, fmt.Sprint(bump())}, &pair{x, fmt.Sprint(bump())}, [2]int{x, bump()})
	fmt.Println(map[int]int{x: bump(), x: x})
	fmt.Println(results())
	fmt.Println(named())
	fmt.Println(variadic(x, st, s, e, bump(), bytes[0], string(bytes)))
	fmt.Println(string(bytes)+fmt.Sprint(bump()), []byte(s)[0], []rune(s)[0])
	fmt.Println(x > 0 && bump() > x, x < bump() || flag)
	fmt.Println(len(s)+bump(), cap(bytes[:2:3])+bump(), bump()+len(s), min(x, bump()), max(bump(), x))
	fmt.Println(st == pair{st.n, fmt.Sprint(bump())}, e == any(bump()))
	fmt.Println(arr == [3]int{bump(), 2, 3})
	if y := x; y+x > bump() {
		fmt.Println("if", y, x)
	}
	switch x {
	case bump():
		fmt.Println("same")
	case x - 20, bump():
		fmt.Println("other")
	default:
		fmt.Println("default")
	}
	for i := x; i < x+bump()/1000; i += 100 {
		fmt.Println("for", i-x)
		if i > x+1000 {
			break
		}
	}
	ch <- x + bump()
	ch <- x
	fmt.Println(x+<-ch, <-ch+x)
	q := 5
	set := func() int { q *= 2; return q }
	fmt.Println(q, set(), q+set(), set()-q)
	add := func(a, b, c int) int { return a*100 + b*10 + c }
	fmt.Println(add(q, set(), q))
	local := []int{1}
	grow := func() int { local = append(local, 9); return len(local) }
	local = append(local, grow(), grow())
	fmt.Println(local)
	local[0], local = grow(), append(local, grow())
	fmt.Println(local)
	defer fmt.Println("deferred", q, set())
	func() {
		defer func() { fmt.Println(recover(), q) }()
		var none []int
		fmt.Println(none[q]+set(), "never")
	}()
	func() {
		defer func() { fmt.Println(recover(), q) }()
		zero := 0
		fmt.Println(1/zero+set(), "never")
	}()
	func() {
		defer func() { fmt.Println(recover(), q) }()
		var np *pair
		np.n = set()
	}()
	func() {
		defer func() { fmt.Println(recover(), q) }()
		var nm map[string]int
		nm["a"] = set()
	}()
	words.WriteString("a")
	word := func() string { words.WriteString("b"); return words.String() }
	fmt.Println(words.String()+word()+words.String(), words.Len(), word(), words.Len())
	err := errors.New("old")
	fail := func() error { err = errors.New("new"); return err }
	fmt.Println(err, fail(), err)
	err = errors.New("again")
	fmt.Println(errors.Join(err, fail()))
	type tree struct {
		l, r *tree
		v    int
	}
	t := &tree{v: 1}
	mk := func() *tree { t = &tree{l: t, v: t.v + 1}; return t }
	t.r = mk()
	fmt.Println(t.v, t.r == nil, t.l.r == t)
	t = &tree{t, mk(), t.v}
	fmt.Println(t.v, t.l == t.r)
	fs := []func() int{func() int { return q }, set}
	fmt.Println(fs[0]()+set(), fs[1]()+fs[0]())
	k := 0
	next := func() int { k++; return k }
	out := make([]int, 5)
	out[k] = next()
	out[next()], out[k] = k, next()
	fmt.Println(out, k)
	out[k], k = next(), 0
	fmt.Println(out, k)
	v, ok := mi[k+next()]
	fmt.Println(v, ok, k)
	ifc, _ := e.(string)
	fmt.Println(ifc[:1], e.(string)+fmt.Sprint(bump()), sq.(square)+square(bump()))
	var iface shape = sq
	swap := func() int { iface = square(100); return 3 }
	fmt.Println(iface.scaled(swap()), iface)
	f2 := iface.scaled
	iface = square(1)
	fmt.Println(f2(2), iface.scaled(2))
	if n, err := bump2(); err == nil && n+x == 2*x {
		fmt.Println("as is")
	}
	var both = []any{x, bump(), x}
	fmt.Println(both...)
	fmt.Println(fmt.Sprintf("%v %v %v", x, bump(), s), x)
	c := complex(float64(x), float64(bump()))
	fmt.Println(c, real(c)+float64(bump()))
	g := float64(x) + float64(bump())
	fmt.Println(g, uint8(x)+uint8(bump()), -x+bump(), ^x&bump(), !flag == (bump() > 0))
}
