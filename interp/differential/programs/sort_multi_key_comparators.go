//go:build ignore

package main

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
)

type Grade byte

type Student struct {
	Name  string
	Grade Grade
	Score float64
	Tags  []string
}

type Less func(a, b *Student) bool

type multiSorter struct {
	s    []Student
	less []Less
	ops  int
}

func By(less ...Less) *multiSorter { return &multiSorter{less: less} }

func (m *multiSorter) Sort(s []Student) int {
	m.s, m.ops = s, 0
	sort.Sort(m)
	return m.ops
}

func (m *multiSorter) Len() int      { return len(m.s) }
func (m *multiSorter) Swap(i, j int) { m.s[i], m.s[j] = m.s[j], m.s[i] }
func (m *multiSorter) Less(i, j int) bool {
	m.ops++
	p, q := &m.s[i], &m.s[j]
	for _, less := range m.less {
		switch {
		case less(p, q):
			return true
		case less(q, p):
			return false
		}
	}
	return false
}

func (l Less) Desc() Less { return func(a, b *Student) bool { return l(b, a) } }

type Cmp[T any] func(a, b T) int

func Then[T any](cs ...Cmp[T]) Cmp[T] {
	return func(a, b T) int {
		for _, c := range cs {
			if r := c(a, b); r != 0 {
				return r
			}
		}
		return 0
	}
}

func Key[T any, K cmp.Ordered](f func(T) K) Cmp[T] {
	return func(a, b T) int { return cmp.Compare(f(a), f(b)) }
}

func (c Cmp[T]) Reverse() Cmp[T] { return func(a, b T) int { return -c(a, b) } }

func (g Grade) String() string { return string(g) }

func names(s []Student) string {
	out := make([]string, len(s))
	for i, st := range s {
		out[i] = fmt.Sprintf("%s/%v/%.1f", st.Name, st.Grade, st.Score)
	}
	return strings.Join(out, " ")
}

func main() {
	class := []Student{
		{"Eva", 'B', 7.5, []string{"x"}}, {"Adam", 'A', 9, nil}, {"Zoe", 'B', 8, []string{"x", "y"}},
		{"Bob", 'C', 7.5, nil}, {"Cyd", 'A', 8, []string{"z"}}, {"eve", 'B', 7.5, nil},
	}
	byName := Less(func(a, b *Student) bool { return a.Name < b.Name })
	byGrade := Less(func(a, b *Student) bool { return a.Grade < b.Grade })
	byScore := Less(func(a, b *Student) bool { return a.Score < b.Score })
	for _, by := range [][]Less{{byName}, {byGrade, byName.Desc()}, {byScore.Desc(), byGrade, byName}} {
		s := slices.Clone(class)
		ops := By(by...).Sort(s)
		fmt.Println(names(s), ops > 0)
	}
	fmt.Println("orig:", names(class))

	c := Then(Key(func(s Student) Grade { return s.Grade }).Reverse(), Key(func(s Student) string { return strings.ToLower(s.Name) }))
	s := slices.Clone(class)
	slices.SortFunc(s, c)
	fmt.Println(names(s), slices.IsSortedFunc(s, c))
	slices.SortStableFunc(s, Key(func(s Student) int { return len(s.Tags) }))
	fmt.Println(names(s))
	sort.SliceStable(s, func(i, j int) bool { return s[i].Score > s[j].Score })
	fmt.Println(names(s))
	top := slices.MaxFunc(s, Then(Key(func(s Student) float64 { return s.Score })))
	low := slices.MinFunc(s, Then(Key(func(s Student) string { return s.Name })))
	fmt.Println(top.Name, low.Name)
	i, found := slices.BinarySearchFunc(class[:0:0], "x", func(s Student, n string) int { return cmp.Compare(s.Name, n) })
	fmt.Println(i, found)
	By(byName).Sort(s)
	for _, n := range []string{"Bob", "Cat", "zzz"} {
		i, ok := slices.BinarySearchFunc(s, n, func(s Student, n string) int { return strings.Compare(s.Name, n) })
		j := sort.Search(len(s), func(i int) bool { return s[i].Name >= n })
		fmt.Println(n, i, ok, i == j)
	}
}
