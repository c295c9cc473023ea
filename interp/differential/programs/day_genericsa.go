package main

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sort"
	"strings"
)

type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~float32 | ~float64
}
type Celsius float64
type ID int8

func (c Celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

func Sum[T Number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return
}
func Map[S ~[]E, E, R any](s S, f func(E) R) []R {
	out := make([]R, 0, len(s))
	for _, e := range s {
		out = append(out, f(e))
	}
	return out
}
func Reduce[E, A any](s []E, a A, f func(A, E) A) A {
	for _, e := range s {
		a = f(a, e)
	}
	return a
}
func Filter[S ~[]E, E any](s S, p func(E) bool) (out S) {
	for _, e := range s {
		if p(e) {
			out = append(out, e)
		}
	}
	return
}
func GroupBy[K comparable, V any](xs []V, key func(V) K) map[K][]V {
	m := make(map[K][]V)
	for _, x := range xs {
		k := key(x)
		m[k] = append(m[k], x)
	}
	return m
}

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }
func (s *Stack[T]) Pop() (T, error) {
	var zero T
	if len(s.items) == 0 {
		return zero, errors.New("empty")
	}
	x := s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return x, nil
}
func (s *Stack[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i := len(s.items) - 1; i >= 0; i-- {
			if !yield(i, s.items[i]) {
				return
			}
		}
	}
}

type Pair[A, B any] struct {
	First  A
	Second B
}

func MakePair[A, B any](a A, b B) Pair[A, B] { return Pair[A, B]{a, b} }
func (p Pair[A, B]) Swap() Pair[B, A]        { return Pair[B, A]{p.Second, p.First} }
func (p Pair[A, B]) String() string          { return fmt.Sprintf("<%v,%v>", p.First, p.Second) }

type Set[T comparable] map[T]struct{}

func SetOf[T comparable](xs ...T) Set[T] {
	s := Set[T]{}
	for _, x := range xs {
		s[x] = struct{}{}
	}
	return s
}
func (s Set[T]) Has(x T) bool { _, ok := s[x]; return ok }
func Union[T comparable](a, b Set[T]) Set[T] {
	u := maps.Clone(a)
	maps.Copy(u, b)
	return u
}

type Tree[T cmp.Ordered] struct {
	Left, Right *Tree[T]
	Val         T
}

func (t *Tree[T]) Insert(v T) *Tree[T] {
	if t == nil {
		return &Tree[T]{Val: v}
	}
	switch {
	case v < t.Val:
		t.Left = t.Left.Insert(v)
	case v > t.Val:
		t.Right = t.Right.Insert(v)
	}
	return t
}
func (t *Tree[T]) Walk(yield func(T) bool) bool {
	return t == nil || t.Left.Walk(yield) && yield(t.Val) && t.Right.Walk(yield)
}

type Strs []string

func (s Strs) Join() string { return strings.Join(s, "|") }

type Optional[T any] struct{ v *T }

func Some[T any](v T) Optional[T] { return Optional[T]{&v} }
func (o Optional[T]) OrElse(d T) T {
	if o.v == nil {
		return d
	}
	return *o.v
}

type Stringish interface {
	~string
	Len() int
}
type MyS string

func (m MyS) Len() int { return len(m) }
func TotalLen[T Stringish](xs ...T) (n int) {
	for _, x := range xs {
		n += x.Len() + len(string(x))
	}
	return
}

func main() {
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[Celsius](20, 1.25), Sum(ID(100), 27, 1), Sum[float32]())
	fmt.Println(Map(Strs{"a", "bb"}, func(s string) int { return len(s) }), Map([]int{1, 2}, func(i int) Celsius { return Celsius(i) }))
	fmt.Println(Filter(Strs{"x", "yy", "zzz"}, func(s string) bool { return len(s) > 1 }).Join())
	fmt.Println(Reduce([]string{"a", "b"}, map[string]int{}, func(m map[string]int, s string) map[string]int { m[s]++; return m }))
	fmt.Println(GroupBy([]int{1, 2, 3, 4, 5}, func(i int) string { return map[bool]string{true: "even", false: "odd"}[i%2 == 0] }))
	var st Stack[Pair[string, int]]
	st.Push(MakePair("a", 1))
	st.Push(Pair[string, int]{"b", 2})
	for i, p := range st.All() {
		fmt.Print(i, p, p.Swap(), " ")
	}
	x, err := st.Pop()
	fmt.Printf("%v %v %T %+v %#v\n", x, err, x, st, x)
	u := Union(SetOf(1, 2), SetOf(2, 3))
	fmt.Println(len(u), u.Has(3), u.Has(9), slices.Sorted(maps.Keys(u)), u)
	fmt.Printf("%T %T %T\n", u, st, Some(Celsius(3)))
	var t *Tree[string]
	for _, w := range strings.Fields("m c x a d z m") {
		t = t.Insert(w)
	}
	t.Walk(func(s string) bool { fmt.Print(s, " "); return s != "m" })
	fmt.Println(Some(3).OrElse(4), Optional[string]{}.OrElse("def"), TotalLen(MyS("ab"), "cde"))
	f := Sum[int]
	g := (*Stack[Pair[string, int]]).Push
	g(&st, MakePair("z", f(4, 5)))
	fmt.Println(st.items, len(st.items))
	byKey := func(p, q Pair[string, int]) int { return cmp.Compare(p.First, q.First) }
	slices.SortFunc(st.items, byKey)
	sort.Slice(st.items, func(i, j int) bool { return st.items[i].Second > st.items[j].Second })
	fmt.Println(st.items, slices.MaxFunc(st.items, byKey))
}
