//go:build ignore

package main

import (
	"errors"
	"fmt"
	"math"
)

type Signed interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64
}

type Float interface{ ~float32 | ~float64 }

type Number interface {
	Signed | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | Float
}

type Meters float64
type Count int8

func (m Meters) String() string { return fmt.Sprintf("%.1fm", float64(m)) }

func Sum[T Number](vs ...T) (s T) {
	for _, v := range vs {
		s += v
	}
	return
}

func Abs[T Signed | Float](v T) T {
	if v < 0 {
		return -v
	}
	return v
}

func Mean[T Number](vs []T) (float64, error) {
	if len(vs) == 0 {
		var z T
		return math.NaN(), fmt.Errorf("mean of no %T", z)
	}
	return float64(Sum(vs...)) / float64(len(vs)), nil
}

func Convert[To, From Number](vs []From) []To {
	out := make([]To, len(vs))
	for i, v := range vs {
		out[i] = To(v)
	}
	return out
}

func Pow[T Number](x T, n int) T {
	r := T(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r *= x
		}
		x *= x
	}
	return r
}

type Vector[T Number] []T

var errLen = errors.New("lengths differ")

func (v Vector[T]) Dot(w Vector[T]) (d T, err error) {
	if len(v) != len(w) {
		return 0, errLen
	}
	for i := range v {
		d += v[i] * w[i]
	}
	return
}

func (v Vector[T]) Map(f func(T) T) Vector[T] {
	out := make(Vector[T], 0, len(v))
	for _, x := range v {
		out = append(out, f(x))
	}
	return out
}

type Matrix[T Number] [][]T

func Identity[T Number](n int) Matrix[T] {
	m := make(Matrix[T], n)
	for i := range m {
		m[i] = make([]T, n)
		m[i][i] = 1
	}
	return m
}

func (m Matrix[T]) Mul(o Matrix[T]) Matrix[T] {
	out := make(Matrix[T], len(m))
	for i := range m {
		out[i] = make([]T, len(o[0]))
		for j := range o[0] {
			for k := range o {
				out[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return out
}

func (m Matrix[T]) Pow(n int) Matrix[T] {
	r := Identity[T](len(m))
	for range n {
		r = r.Mul(m)
	}
	return r
}

type Stringish interface {
	~string
	Len() int
}

type Word string

func (w Word) Len() int { return len(w) }

func Longest[S Stringish](ws ...S) (best S) {
	for _, w := range ws {
		if w.Len() > best.Len() || len(string(w)) > 100 {
			best = w
		}
	}
	return best
}

func main() {
	fmt.Println(Sum(1, 2, 3), Sum(1.5, 2), Sum[uint8](200, 100), Sum[Meters](1, 2.25), Sum[Count](100, 100), Sum[int]())
	fmt.Println(Abs(-3), Abs(Meters(-2)), Abs(Count(-128)), Abs(float32(-0.5)))
	fmt.Println(Mean([]Count{1, 2, 4}))
	fmt.Println(Mean([]Meters(nil)))
	c := Convert[uint8]([]float64{1.9, 254.5, 3})
	fmt.Printf("%v %T %v\n", c, c, Convert[Meters](c))
	fmt.Println(Pow(2, 10), Pow(2.0, -1), Pow(int8(2), 7), Pow(uint32(3), 21), Pow(Meters(1.5), 2))
	v, w := Vector[int]{1, 2, 3}, Vector[int]{4, 5, 6}
	fmt.Println(v.Dot(w))
	fmt.Println(v.Dot(w[:2]))
	fmt.Println(v.Map(func(x int) int { return x * x }).Map(Abs[int]), Vector[Meters]{1, 2})
	fib := Matrix[int64]{{1, 1}, {1, 0}}
	fmt.Println(fib.Pow(50)[0][1], fib.Pow(0), Matrix[float32]{{0.5}}.Pow(3))
	fmt.Println(Longest[Word]("a", "longest", "mid"), Longest[Word]() == "")
	abs := Abs[float64]
	fmt.Printf("%T %T %T %v\n", abs, fib, v, abs(-math.Pi))
}
