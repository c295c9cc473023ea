package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

type Ordered interface {
	~int | ~int64 | ~float64 | ~string
}
type Less[T any] func(a, b T) bool

func (l Less[T]) Reverse() Less[T] { return func(a, b T) bool { return l(b, a) } }
func (l Less[T]) Then(m Less[T]) Less[T] {
	return func(a, b T) bool {
		if l(a, b) {
			return true
		}
		return !l(b, a) && m(a, b)
	}
}
func By[T any, K Ordered](key func(T) K) Less[T] { return func(a, b T) bool { return key(a) < key(b) } }

type sorter[T any] struct {
	xs   []T
	less Less[T]
}

func (s sorter[T]) Len() int           { return len(s.xs) }
func (s sorter[T]) Less(i, j int) bool { return s.less(s.xs[i], s.xs[j]) }
func (s sorter[T]) Swap(i, j int)      { s.xs[i], s.xs[j] = s.xs[j], s.xs[i] }
func SortBy[T any](xs []T, l Less[T]) []T {
	sort.Stable(sorter[T]{xs, l})
	return xs
}

type Functor[A any] interface{ Each(func(A)) }
type Maybe[A any] struct {
	v  A
	ok bool
}

func Just[A any](a A) Maybe[A] { return Maybe[A]{a, true} }
func (m Maybe[A]) Each(f func(A)) {
	if m.ok {
		f(m.v)
	}
}
func (m Maybe[A]) String() string {
	if !m.ok {
		return "Nothing"
	}
	return fmt.Sprintf("Just(%v)", m.v)
}

type Slice[A any] []A

func (s Slice[A]) Each(f func(A)) {
	for _, a := range s {
		f(a)
	}
}
func Collect[A, B any](f Functor[A], g func(A) B) (out []B) {
	f.Each(func(a A) { out = append(out, g(a)) })
	return
}

type Parser[T any] func(string) (T, string, error)

var ErrParse = errors.New("parse error")

func Char(c byte) Parser[byte] {
	return func(s string) (byte, string, error) {
		if s == "" || s[0] != c {
			return 0, s, fmt.Errorf("%w: want %q at %q", ErrParse, c, s)
		}
		return c, s[1:], nil
	}
}
func Many[T any](p Parser[T]) Parser[[]T] {
	return func(s string) (ts []T, rest string, _ error) {
		for rest = s; ; {
			t, r, err := p(rest)
			if err != nil {
				return ts, rest, nil
			}
			ts, rest = append(ts, t), r
		}
	}
}
func Bind[A, B any](p Parser[A], f func(A) Parser[B]) Parser[B] {
	return func(s string) (b B, _ string, _ error) {
		a, rest, err := p(s)
		if err != nil {
			return b, s, err
		}
		return f(a)(rest)
	}
}
func Or[T any](ps ...Parser[T]) Parser[T] {
	return func(s string) (t T, rest string, err error) {
		for _, p := range ps {
			if t, rest, err = p(s); err == nil {
				return
			}
		}
		return
	}
}
func Pure[T any](t T) Parser[T] { return func(s string) (T, string, error) { return t, s, nil } }

type Rose[T any] struct {
	V    T
	Kids []Rose[T]
}

func (r Rose[T]) Fold(f func(T, []T) T) T {
	acc := make([]T, 0, len(r.Kids))
	for _, k := range r.Kids {
		acc = append(acc, k.Fold(f))
	}
	return f(r.V, acc)
}

type Cloner[T any] interface{ Clone() T }
type doc struct{ parts []string }

func (d *doc) Clone() *doc { return &doc{append([]string(nil), d.parts...)} }
func Dup[T Cloner[T]](t T, n int) (out []T) {
	for range n {
		out = append(out, t.Clone())
	}
	return
}

type Vec[T ~int | ~float64, A interface{ ~[2]T | ~[3]T }] struct{ a A }

type person struct {
	name string
	age  int
}

func main() {
	ps := []person{{"bo", 30}, {"al", 25}, {"cy", 30}, {"di", 25}}
	name := By(func(p person) string { return p.name })
	age := By(func(p person) int { return p.age })
	fmt.Println(SortBy(ps, age.Reverse().Then(name)), SortBy(ps, age.Then(name.Reverse())))
	fmt.Println(Collect(Just(4), func(i int) string { return strings.Repeat("x", i) }), Collect[string](Slice[string]{"a", "bb"}, func(s string) int { return len(s) }))
	fmt.Println(Just([]int{1}), Maybe[string]{}, []Maybe[int]{Just(1), {}})
	as := Many(Char('a'))
	p := Bind(as, func(xs []byte) Parser[string] {
		return Bind(Or(Char('b'), Char('c')), func(c byte) Parser[string] { return Pure(fmt.Sprintf("%d%c", len(xs), c)) })
	})
	for _, s := range []string{"aaab!", "c", "aad"} {
		v, rest, err := p(s)
		fmt.Printf("%q %q %v %t\n", v, rest, err, errors.Is(err, ErrParse))
	}
	r := Rose[int]{1, []Rose[int]{{2, nil}, {3, []Rose[int]{{4, nil}}}}}
	fmt.Println(r.Fold(func(v int, ks []int) int {
		for _, k := range ks {
			v += k * 10
		}
		return v
	}), r)
	d := &doc{[]string{"x"}}
	ds := Dup(d, 2)
	ds[0].parts[0] = "changed"
	fmt.Println(d.parts, ds[0].parts, ds[1].parts)
	fmt.Printf("%T %T %T\n", p, Vec[float64, [2]float64]{}, r.Kids)
	fmt.Printf("%v %T\n", Vec[int, [3]int]{[3]int{1, 2, 3}}, age)
}
