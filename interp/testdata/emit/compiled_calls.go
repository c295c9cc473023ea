// Calls of compiled functions, variadic ones above all.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"log"
	"math"
	"math/bits"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

type celsius float64

func (c celsius) String() string { return fmt.Sprintf("%.1f °C", float64(c)) }

type pair struct {
	a int
	b string
}

func (p *pair) String() string {
	if p == nil {
		return "no pair"
	}
	return fmt.Sprint("<", p.a, " ", p.b, ">")
}

type plain struct {
	x, y int
	tags []string
}

type level uint8

const low, high level = 1, 2

func (l level) GoString() string { return "level(" + strconv.Itoa(int(l)) + ")" }

type failing struct{ code int }

func (f failing) Error() string { return "failing with " + strconv.Itoa(f.code) }

func attempt(code int) error {
	if code == 0 {
		return nil
	}
	return failing{code}
}

var count int

func next() int {
	count++
	return count
}

func swap(p *int, by int) int {
	old := *p
	*p = by
	return old
}

func main() {
	fmt.Println()
	fmt.Println(1, "two", 3.0, 'x', true, nil, 2i, byte(7), int64(-8), uint(9), float32(0.1))
	var e error
	var p *pair
	var any1 any
	fmt.Println(e, p, any1, celsius(21.5), &pair{1, "b"}, pair{2, "c"})
	fmt.Printf("%v %d %#v %T %T\n", low, high, high, low, plain{})
	v := plain{1, 2, []string{"t"}}
	w := v
	v.x = 10
	fmt.Printf("%v %+v %#v\n", v, w, &v)
	fmt.Println(next(), next(), next())
	for i := range 3 {
		fmt.Print(i, " ", i*i, "\n")
	}
	x := 5
	fmt.Println(swap(&x, 6), swap(&x, 7))
	fmt.Println(x)
	err := fmt.Errorf("outer: %w", attempt(3))
	var f failing
	fmt.Println(err, errors.As(err, &f), f.code, errors.Is(err, attempt(3)), attempt(0) == nil)
	var b bytes.Buffer
	n, err := fmt.Fprintf(&b, "%5.2f|%-5s|%x", math.Pi, "ab", "hi")
	fmt.Println(n, err, b.String(), b.Len())
	_, err = fmt.Fprintln(&b, []int{1, 2}, [2]string{"a", "b"}, map[string]int{"k": 1})
	fmt.Println(b.String(), err)
	logger := log.New(&b, "log: ", 0)
	logger.Printf("%s and %d", celsius(3), low)
	logger.Println("line", p)
	fmt.Print(b.String())
	list := []any{1, "a", nil, celsius(1)}
	fmt.Println(list...)
	fmt.Println(list)
	fmt.Println(len(list), list[3:])
	fmt.Println(strings.Repeat("ab", 3), strings.Split("a,b,c", ","), strings.Join([]string{"x", "y"}, "-"), strings.Contains("seafood", "foo"))
	i, err := strconv.Atoi("12x")
	fmt.Println(i, err)
	g, _ := strconv.ParseFloat("2.5", 64)
	fmt.Println(g, math.Sqrt(g), math.Pow(g, 2), math.Max(-0.0, g), strings.Index("chicken", "ken"))
	if strings.HasPrefix("prefix", "pre") && !strings.HasSuffix("prefix", "pre") {
		fmt.Println(strings.ToUpper("ok"), math.Inf(1), math.NaN())
	}
	fmt.Println(utf8.RuneCountInString("äöü"), strings.Fields(" a  b "), bits.Len(8), errors.Unwrap(err) == strconv.ErrSyntax, math.Floor(-2.5))
	fmt.Println(fmt.Sprint("a", 1, 2, "b"), fmt.Sprintln("c", nil) == "c <nil>\n", strconv.Itoa(-7), strings.Compare("a", "b"), html.EscapeString("<"))
	deferred()
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		fmt.Println(strings.Repeat("x", -x))
	}()
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		var s []int
		fmt.Println("never", s[x])
	}()
	done := make(chan string)
	go func() { done <- fmt.Sprint("from a goroutine ", x) }()
	fmt.Println(<-done)
	fmt.Fprintln(os.Stdout, max(1, x), min(2.5, g), func() int { return x }())
	const big = 1 << 62
	fmt.Println(big, uint64(1<<63), -1, -2.5, 1e100, "a\tb"+"c", low < high)
	var iface fmt.Stringer = celsius(4)
	fmt.Println(iface, iface.(celsius) > 3, any(iface) == any(celsius(4)))
	fmt.Println(same("generic"), same(celsius(2)), same(plain{}))
}

func deferred() {
	x := 1
	defer fmt.Println("deferred", x, celsius(x))
	x = 2
	fmt.Println("before", x)
}

func same[T any](x T) string { return fmt.Sprintf("%v %T", x, x) }
