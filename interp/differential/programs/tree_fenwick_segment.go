package main

import (
	"fmt"
	"math"
	"math/rand"
)

type Fenwick []int

func (f Fenwick) Add(i, d int) {
	for i++; i < len(f); i += i & -i {
		f[i] += d
	}
}

func (f Fenwick) Prefix(i int) (s int) {
	for ; i > 0; i &= i - 1 {
		s += f[i]
	}
	return
}

func (f Fenwick) Range(lo, hi int) int { return f.Prefix(hi) - f.Prefix(lo) }

type Monoid[T any] struct {
	Zero T
	Op   func(a, b T) T
}

type Segment[T any] struct {
	Monoid[T]
	n    int
	tree []T
}

func NewSegment[T any](m Monoid[T], xs []T) *Segment[T] {
	s := &Segment[T]{Monoid: m, n: len(xs), tree: make([]T, 2*len(xs))}
	copy(s.tree[s.n:], xs)
	for i := s.n - 1; i > 0; i-- {
		s.tree[i] = s.Op(s.tree[2*i], s.tree[2*i+1])
	}
	return s
}

func (s *Segment[T]) Update(i int, f func(T) T) {
	i += s.n
	s.tree[i] = f(s.tree[i])
	for i >>= 1; i >= 1; i >>= 1 {
		s.tree[i] = s.Op(s.tree[i<<1], s.tree[i<<1|1])
	}
}

func (s *Segment[T]) Query(lo, hi int) T {
	l, r := s.Zero, s.Zero
	for lo, hi = lo+s.n, hi+s.n; lo < hi; lo, hi = lo/2, hi/2 {
		if lo&1 == 1 {
			l = s.Op(l, s.tree[lo])
			lo++
		}
		if hi&1 == 1 {
			hi--
			r = s.Op(s.tree[hi], r)
		}
	}
	return s.Op(l, r)
}

type span struct{ lo, hi, sum int }

func joinSpan(a, b span) span {
	return span{min(a.lo, b.lo), max(a.hi, b.hi), a.sum + b.sum}
}

func main() {
	xs := []int{5, 3, 8, -1, 9, 2, 7, 4}
	f := make(Fenwick, len(xs)+1)
	for i, x := range xs {
		f.Add(i, x)
	}
	fmt.Println(f, f.Prefix(len(xs)), f.Range(2, 5))
	f.Add(3, 11)
	fmt.Println(f.Range(2, 5), f.Range(3, 4), f.Range(0, 0))

	spans := make([]span, 0, len(xs))
	for _, x := range xs {
		spans = append(spans, span{x, x, x})
	}
	seg := NewSegment(Monoid[span]{span{math.MaxInt, math.MinInt, 0}, joinSpan}, spans)
	fmt.Printf("%+v %v\n", seg.Query(0, 8), seg.Query(2, 5))
	seg.Update(3, func(s span) span { return span{20, 20, 20} })
	fmt.Println(seg.Query(3, 4), seg.Query(0, 8), seg.Query(4, 4) == seg.Zero)

	cat := NewSegment(Monoid[string]{Op: func(a, b string) string { return a + b }}, []string{"g", "o", "p", "h", "e", "r", "s"})
	fmt.Println(cat.Query(0, 7), cat.Query(2, 6), cat.Query(1, 2))
	cat.Update(0, func(s string) string { return "[" + s + "]" })
	fmt.Println(cat.Query(0, 3))

	rng := rand.New(rand.NewSource(8))
	n := 300
	data := rng.Perm(n)
	fen := make(Fenwick, n+1)
	inversions := 0
	for i, v := range data {
		inversions += i - fen.Prefix(v+1)
		fen.Add(v, 1)
	}
	slow := 0
	for i := range data {
		for j := i + 1; j < n; j++ {
			if data[i] > data[j] {
				slow++
			}
		}
	}
	fmt.Println(inversions, slow == inversions)
	maxes := NewSegment(Monoid[int]{math.MinInt, func(a, b int) int { return max(a, b) }}, data)
	bad := 0
	for range 500 {
		lo := rng.Intn(n)
		hi := lo + rng.Intn(n-lo)
		best := math.MinInt
		for _, v := range data[lo:hi] {
			best = max(best, v)
		}
		if maxes.Query(lo, hi) != best {
			bad++
		}
		i, v := rng.Intn(n), rng.Intn(1000)
		data[i] = v
		maxes.Update(i, func(int) int { return v })
	}
	fmt.Println("mismatches:", bad, maxes.Query(0, n))
	fmt.Printf("%T %T %d\n", seg, cat.Monoid.Op, cap(f))
	defer func() { fmt.Println(recover()) }()
	seg.Update(100, nil)
}
