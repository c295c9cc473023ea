package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"time"
)

type A struct {
	X int `json:"x"`
	Y string
}
type B struct {
	X int
	Y string `db:"y"`
}
type Celsius float64
type Fahrenheit float64
type Bytes []byte
type Runes []rune
type Str string
type IntFn func(int) int
type Matrix [2][2]int
type Grid Matrix
type Chan chan int
type M map[string]any
type RW interface {
	io.Reader
	io.Writer
}
type myRW struct{ strings.Builder }

func (*myRW) Read(p []byte) (int, error) { return 0, io.EOF }
func (f IntFn) Apply(n int) int          { return f(n) }
func (c Celsius) F() Fahrenheit          { return Fahrenheit(c*9/5 + 32) }
func (g Grid) Det() int                  { return g[0][0]*g[1][1] - g[0][1]*g[1][0] }
func (m M) Path(p string) (v any, err error) {
	v = m
	for _, k := range strings.Split(p, ".") {
		switch x := v.(type) {
		case M:
			v = x[k]
		case map[string]any:
			v = x[k]
		default:
			return nil, fmt.Errorf("%q: not a map but %T", k, v)
		}
	}
	return
}

type Named interface {
	comparable
	Name() string
}
type dog struct{ n string }

func (d dog) Name() string { return d.n }
func dedupe[T Named](xs ...T) (out []string) {
	seen := map[T]bool{}
	for _, x := range xs {
		if !seen[x] {
			seen[x] = true
			out = append(out, x.Name())
		}
	}
	return
}
func convert[To, From ~int | ~float64](f From) To { return To(f) }
func toBytes[T ~string | ~[]byte](x T) []byte     { return []byte(x) }
func zero[T any]() (z T)                          { return }

func main() {
	a := A{1, "y"}
	b := B(a)
	b.X = 5
	fmt.Printf("%+v %+v %v\n", a, b, A(b) == a)
	an := struct {
		X int
		Y string
	}(b)
	a = A(an)
	fmt.Println(an, a)
	fmt.Println(Celsius(100).F(), int(Celsius(36)), Str(Bytes("héy")), string(Runes{104, 233}), []rune(Str("né")), Bytes(Str("ab")))
	fmt.Println(IntFn(func(i int) int { return i * i }).Apply(7), Grid{{1, 2}, {3, 4}}.Det(), Matrix(Grid{{1, 2}, {3, 4}}))
	ch := make(Chan, 1)
	var send chan<- int = ch
	var recv <-chan int = ch
	send <- 4
	fmt.Println(<-recv, len(ch))
	fmt.Printf("%T %T %T\n", ch, send, recv)
	m := M{"a": map[string]any{"b": M{"c": 42}}, "s": "x"}
	fmt.Println(m.Path("a.b.c"))
	fmt.Println(m.Path("s.q"))
	var rw RW = &myRW{}
	fmt.Fprint(rw, "data")
	var w io.Writer = rw
	_, isR := w.(io.Reader)
	_, isS := w.(fmt.Stringer)
	_, isC := w.(io.Closer)
	fmt.Println(isR, isS, isC, w.(fmt.Stringer).String(), rw == w.(RW))
	fmt.Println(dedupe(dog{"a"}, dog{"b"}, dog{"a"}))
	fmt.Println(convert[int](2.9), convert[Celsius](3), convert[float64](Celsius(1.5)), string(toBytes(Str("q"))), toBytes(Bytes{1}))
	fmt.Println(zero[*A]() == nil, zero[A](), zero[[2]string](), zero[error]() == nil, zero[func()]() == nil)
	var e error
	fmt.Printf("%v %T\n", e, e)
	x := 300
	fmt.Println(uint8(x), int8(x), rune(x), string(rune(x)), float32(x)/7, uint(1)<<x>>x)
	f := 1e19
	_ = f
	fmt.Println(int64(float32(16777217)), uint32(1<<32-1), int32(-5)/2, -5%3, uint8(255)+uint8(x))
	fmt.Println(reflect.TypeOf(a).ConvertibleTo(reflect.TypeOf(b)), reflect.ValueOf(b).Convert(reflect.TypeOf(a)).Interface())
	var i any = Str("s")
	_, isStr := i.(string)
	s2, isStr2 := i.(Str)
	fmt.Println(isStr, s2, isStr2, reflect.ValueOf(i).Kind() == reflect.String)
	d := 2 * time.Second
	n := 3
	fmt.Println(time.Duration(n)*d, d/time.Millisecond, d.Seconds()*float64(n), int(d/time.Second))
	sl := []int{1, 2, 3, 4}
	ap := (*[4]int)(sl)
	ap[3] = 40
	arr := [4]int(sl)
	arr[0] = -1
	fmt.Println(sl, arr, *ap)
	var fn func(error) string = error.Error
	fmt.Println(fn(errors.New("via method expr")), fn(os.ErrClosed))
	var g interface{ Name() string } = dog{"gg"}
	if d, ok := g.(dog); ok {
		d.n = "copy"
		fmt.Println(g.Name(), d.Name())
	}
	type pair[K, V any] struct {
		k K
		v V
	}
	ps := []pair[string, []int]{{"a", nil}, {v: []int{1}}}
	fmt.Printf("%v %+v %T\n", ps, ps[0], ps[1])
	c := 3 + 4i
	c *= complex(0, 1)
	fmt.Println(c, real(c), c == -4+3i, complex64(c))
	fmt.Printf("%v %.1f %T %T\n", c, c, c, imag(complex64(c)))
}
