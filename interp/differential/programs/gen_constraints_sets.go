package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16
}
type Float interface{ ~float32 | ~float64 }
type Number interface{ Integer | Float }

type StringerNumber interface {
	Number
	fmt.Stringer
}

type Metres int

func (m Metres) String() string { return fmt.Sprintf("%dm", int(m)) }

type Set[T comparable] map[T]struct{}

func SetOf[T comparable](vs ...T) Set[T] {
	s := make(Set[T], len(vs))
	for _, v := range vs {
		s[v] = struct{}{}
	}
	return s
}

func (s Set[T]) Has(v T) bool { _, ok := s[v]; return ok }
func (s Set[T]) Union(o Set[T]) Set[T] {
	out := maps.Clone(s)
	maps.Copy(out, o)
	return out
}
func (s Set[T]) Filter(f func(T) bool) Set[T] {
	out := Set[T]{}
	for v := range s {
		if f(v) {
			out[v] = struct{}{}
		}
	}
	return out
}

func Sorted[T cmp.Ordered](s Set[T]) []T { return slices.Sorted(maps.Keys(s)) }

func Sum[T Number](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

func Describe[T StringerNumber](xs []T) string {
	var parts []string
	for _, x := range xs {
		parts = append(parts, x.String())
	}
	return strings.Join(parts, "+") + "=" + Sum(xs...).String()
}

func Convert[To, From Number](xs []From) []To {
	out := make([]To, len(xs))
	for i, x := range xs {
		out[i] = To(x)
	}
	return out
}

type Option[T any] struct {
	v  *T
	er error
}

func Some[T any](v T) Option[T]            { return Option[T]{v: &v} }
func None[T any](why string) (o Option[T]) { o.er = errors.New(why); return }
func (o Option[T]) OrElse(d T) T {
	if o.v == nil {
		return d
	}
	return *o.v
}
func (o Option[T]) Must() T {
	if o.er != nil {
		panic(fmt.Errorf("must %T: %w", *new(T), o.er))
	}
	return *o.v
}
func Then[T, U any](o Option[T], f func(T) Option[U]) Option[U] {
	if o.v == nil {
		return Option[U]{er: o.er}
	}
	return f(*o.v)
}

type Resetter[T any] interface {
	*T
	Reset()
}
type counter struct{ n int }

func (c *counter) Reset() { c.n = -1 }

func MakeAll[T any, P Resetter[T]](n int) []T {
	out := make([]T, n)
	for i := range out {
		P(&out[i]).Reset()
	}
	return out
}

type Tree[K cmp.Ordered, V any] interface{ Get(K) (V, bool) }
type mapTree[K cmp.Ordered, V any] map[K]V

func (m mapTree[K, V]) Get(k K) (v V, ok bool) { v, ok = m[k]; return }

func Lookup[K cmp.Ordered, V any, T Tree[K, V]](t T, ks ...K) (out []V) {
	for _, k := range ks {
		if v, ok := t.Get(k); ok {
			out = append(out, v)
		}
	}
	return
}

func kind[T any](v T) string {
	switch any(v).(type) {
	case int, int8:
		return "int-ish"
	case fmt.Stringer:
		return "stringer"
	case []T:
		return "never"
	case error:
		return "error"
	}
	return fmt.Sprintf("%T", v)
}

type Vec[T Number] = []T

func main() {
	a, b := SetOf(1, 2, 3, 5), SetOf(3, 4)
	fmt.Println(Sorted(a.Union(b)), Sorted(a.Filter(b.Has)), a.Has(9), len(a), a)
	fmt.Println(Sum(1, 2, 3), Sum(0.5, 0.25), Sum[int8](100, 100), Sum[uint8](), Sum(Metres(2), 3))
	fmt.Println(Describe([]Metres{1, 2, 39}), Convert[int](Vec[float64]{1.9, -1.9}), Convert[Metres]([]uint8{7}))
	half := func(n int) Option[int] {
		if n%2 != 0 {
			return None[int](fmt.Sprint(n, " is odd"))
		}
		return Some(n / 2)
	}
	for _, n := range []int{8, 12, 7} {
		o := Then(Then(half(n), half), func(n int) Option[string] { return Some(strings.Repeat("*", n)) })
		fmt.Printf("%d %q %v\n", n, o.OrElse("-"), o.er)
	}
	fmt.Println(MakeAll[counter](2), Lookup[string, int](mapTree[string, int]{"a": 1, "b": 2}, "b", "x", "a"))
	fmt.Println(kind(1), kind(int8(1)), kind(Metres(1)), kind("s"), kind(errors.New("e")), kind([]int{}), kind(Some(1)), kind[any](nil))
	f := Sum[float32]
	g := slices.MaxFunc[[]string]
	fmt.Printf("%T %v %s\n", f, f(1, 2.5), g([]string{"a", "ccc", "bb"}, func(a, b string) int { return len(a) - len(b) }))
	fmt.Printf("%T %T %T %T\n", a, Some(Metres(1)), mapTree[string, []Set[rune]]{}, half)
	defer func() { fmt.Println("recovered:", recover()) }()
	fmt.Println(Some("fine").Must(), None[[]byte]("gone").Must())
}
