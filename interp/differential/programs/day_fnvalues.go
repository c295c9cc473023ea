package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
)

type Logger struct {
	Printf func(format string, a ...any) (int, error)
	Sprint func(...any) string
	Now    func() time.Time
	Exit   func(int)
}
type Conv func(string) (int, error)
type Unary func(float64) float64

func (u Unary) Then(v Unary) Unary { return func(x float64) float64 { return v(u(x)) } }
func (c Conv) Must(s string) int {
	n, err := c(s)
	if err != nil {
		return -1
	}
	return n
}
func compose[A, B, C any](f func(A) B, g func(B) C) func(A) C { return func(a A) C { return g(f(a)) } }
func apply[T any](x T, fs ...func(T) T) T {
	for _, f := range fs {
		x = f(x)
	}
	return x
}
func curry(f func(int, int) int) func(int) func(int) int {
	return func(a int) func(int) int { return func(b int) int { return f(a, b) } }
}
func memo[K comparable, V any](f func(K) V) func(K) V {
	m := map[K]V{}
	return func(k K) V {
		if v, ok := m[k]; ok {
			return v
		}
		v := f(k)
		m[k] = v
		return v
	}
}
func variadic(pre string, xs ...int) string { return fmt.Sprint(pre, len(xs), xs == nil, xs) }

type calc map[string]func(float64, float64) float64

func main() {
	f := fmt.Sprintf
	p := fmt.Println
	p(f("%03d", 7), f == nil)
	l := Logger{Printf: fmt.Printf, Sprint: fmt.Sprint, Now: func() time.Time { return time.Unix(0, 0).UTC() }, Exit: os.Exit}
	n, err := l.Printf("%s|%v|%d\n", l.Sprint("a", 1, 2), l.Now(), []int{1})
	p(n, err, l.Exit != nil)
	m := map[string]func(string) string{"up": strings.ToUpper, "low": strings.ToLower, "trim": strings.TrimSpace, "quote": strconv.Quote}
	keys := []string{}
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		p(k, m[k](" Ab "))
	}
	p(apply(" x ", strings.TrimSpace, strings.ToUpper, func(s string) string { return s + "!" }))
	p(compose(strconv.Itoa, func(s string) int { return len(s) })(12345), compose(math.Sqrt, math.Floor)(17))
	p(Conv(strconv.Atoi).Must("12"), Conv(strconv.Atoi).Must("z"), Unary(math.Sqrt).Then(math.Floor).Then(func(x float64) float64 { return -x })(10))
	c := calc{"pow": math.Pow, "max": math.Max, "add": func(a, b float64) float64 { return a + b }, "mod": math.Mod}
	p(c["pow"](2, 10), c["max"](1, 2), c["add"](1, 2), c["none"] == nil)
	p(curry(func(a, b int) int { return a*10 + b })(4)(2))
	calls := 0
	var fib func(int) int
	fib = memo(func(n int) int {
		calls++
		if n < 2 {
			return n
		}
		return fib(n-1) + fib(n-2)
	})
	p(fib(50), calls)
	p(variadic("a"), variadic("b", 1, 2), variadic("c", []int{3}...), variadic("d", nil...))
	var sb strings.Builder
	w := sb.WriteString
	w("one ")
	w("two")
	write := io.WriteString
	write(&sb, " three")
	p(sb.String(), strings.IndexFunc("abc1", unicode.IsDigit), strings.FieldsFunc("a1b2c", unicode.IsDigit))
	xs := []string{"b", "C", "a"}
	slices.SortFunc(xs, cmp.Compare[string])
	p(xs, slices.IsSortedFunc(xs, strings.Compare))
	slices.SortFunc(xs, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	p(xs)
	ff := fmt.Errorf
	e := ff("w: %w", io.EOF)
	is := errors.Is
	p(e, is(e, io.EOF))
	me := (*bytes.Buffer).WriteString
	var b bytes.Buffer
	me(&b, "via expr")
	tm := time.Duration.String
	p(b.String(), tm(time.Second), (*strings.Builder).Len(&sb) > 0)
	fmt.Printf("%T %T %T %T\n", f, me, tm, m["up"])
	defer func(f func(...any) (int, error)) { f("deferred with fn") }(fmt.Println)
	defer p("deferred p", n)
	func() { fmt.Println("x") }()
}
