package main

import (
	"errors"
	"fmt"
	"time"
)

type P struct {
	X, Y int
	n    *P
}
type S struct {
	Name  string
	inner P
	ptr   *P
	m     map[P]string
	f     func(int) error
	c     chan int
	i     any
	e     error
	arr   [2]bool
	sl    []byte
	st    fmt.Stringer
}
type W int

func (w W) String() string   { return fmt.Sprintf("W%d", int(w)) }
func (w W) GoString() string { return "W!" }

type E struct{ code int }

func (e E) Error() string { return fmt.Sprint("E", e.code) }

type PS struct{ v int }

func (p *PS) String() string { return "PS:" + fmt.Sprint(p.v) }

type Emb struct {
	W
	Name string
}
type NilS struct{}

func (n *NilS) String() string {
	if n == nil {
		return "<nilS>"
	}
	return "NilS"
}

type Boom struct{}

func (Boom) String() string { panic("boom") }

type MyMap map[string][]int
type MyBytes []byte
type Fn func(a int, b ...string) (int, error)

func main() {
	s := S{Name: "n", inner: P{1, 2, nil}, m: map[P]string{{2, 1, nil}: "b", {1, 9, nil}: "a"}, i: W(3), e: E{4}, sl: []byte("hi"), st: W(8)}
	fmt.Printf("%v\n%+v\n", s, s)
	fmt.Printf("%#v\n", s)
	var np *P
	var ni any
	var ne error
	var nf func()
	var nm map[string]int
	var ns []string
	var nc chan int
	for _, x := range []any{np, ni, ne, nf, nm, ns, nc} {
		fmt.Printf("%v|%+v|%#v|%T\n", x, x, x, x)
	}
	fmt.Println(PS{1}, &PS{2}, []*PS{}, []PS{{3}}, map[string]W{"a": 1}, Emb{5, "x"}, &Emb{6, "y"}, struct{ W }{7})
	fmt.Printf("%v %d %s %x %q %#v %+v %T\n", W(1), W(2), W(3), W(4), W(5), W(6), W(7), W(8))
	fmt.Printf("%v %+v %#v\n", []W{1, 2}, struct{ A W }{3}, []W{4})
	fmt.Printf("%#v %#v %#v %#v\n", MyMap{"z": {1}, "a": nil}, MyBytes("hi"), [2]string{"a"}, struct {
		A int `json:"a"`
		B any
	}{1, 2.0})
	fmt.Printf("%T %T %T %T %T\n", MyMap{}, Fn(nil), struct{ A []P }{}, [3]*S{}, func(W, ...E) (x, y int) { return })
	var nn *NilS
	fmt.Println(nn, Boom{}, E{1}, &E{2}, errors.Join(E{3}, E{4}))
	fmt.Printf("%v %s\n", (*W)(nil), fmt.Stringer((*NilS)(nil)))
	fmt.Printf("%s %d %!|%z %d\n", 5, "x", 1)
	fmt.Printf("%d %d\n", 1)
	fmt.Printf("%d\n", 1, 2, W(3))
	fmt.Printf("%[2]d %[1]d %d %[5]d %*d|%-*d|\n", 1, 2, 3, 4)
	fmt.Printf("%5t|%-8q|%08.3f|%+d|% d|%x|%X|% x|%#x|%o|%#o|%O|%b|%c|%U|%#U\n", true, "a", 3.14159, 5, 5, "hi", []byte("hi"), "hi", "hi", 8, 8, 8, 5, 'x', 'é', 'é')
	fmt.Printf("%e|%g|%G|%.3g|%10.2e|%b|%x|%v|%v\n", 12345.678, 1e21, 1e-7, 1234.5, 0.00012, 1.0, 1.5, float32(0.1), 1e20)
	fmt.Printf("%6.2f%%|%+v|%q|%#q|%+q|%x\n", 99.5, 'a', 'a', "a`b", "é", -255)
	fmt.Printf("%v %v %v %v\n", []byte("ab"), [2]byte{1, 2}, []any{1, "a", nil, 2.5}, [][]string{{"a", "b"}, {}})
	fmt.Printf("%s %q %v %d\n", []string{"a", "b"}, []string{"a b", "c"}, time.Duration(1500)*time.Millisecond, time.Second)
	fmt.Printf("%v %+v\n", &[]int{1}, &map[string]int{"a": 1})
	fmt.Printf("%v %+v %#v\n", &struct{ P *int }{}, struct{ e error }{E{1}}, struct{ a any }{P{}})
	fmt.Printf("%t %v %p\n", 1, struct{}{}, nil)
	fmt.Printf("%08b|%-10s|%10s|%.2s|%-5d|%x\n", 13, "ab", "cd", "xyz", 42, "\xff")
	fmt.Printf("%v %v\n", int8(-128), uint64(1<<63))
	fmt.Printf("%6v|%-6v|%06d|%+.2e\n", []int{1, 2}, []string{"a"}, -42, 123456.789)
	fmt.Println(fmt.Sprint("a", 1, 2, "b", "c", 3.0, nil, W(1), W(2)), fmt.Sprintln("x", 1))
	fmt.Printf("%w %v\n", E{1}, fmt.Errorf("a %w b %w", E{1}, E{2}))
}
