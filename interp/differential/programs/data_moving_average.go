package main

import (
	"fmt"
	"math"
	"strings"
)

type Number interface {
	~int | ~int64 | ~float32 | ~float64
}

type Celsius float64

func (c Celsius) String() string { return fmt.Sprintf("%.1f°C", float64(c)) }

type Smoother[T Number] interface {
	Feed(T) (T, bool)
	Name() string
}

type window[T Number] struct {
	buf  []T
	size int
}

func (w *window[T]) Feed(v T) (T, bool) {
	w.buf = append(w.buf, v)
	if len(w.buf) > w.size {
		w.buf = w.buf[1:]
	}
	var s T
	for _, x := range w.buf {
		s += x
	}
	return s / T(len(w.buf)), len(w.buf) == w.size
}
func (w *window[T]) Name() string { return fmt.Sprintf("window(%d)", w.size) }

type ewma[T Number] struct {
	alpha float64
	cur   float64
	begun bool
}

func (e *ewma[T]) Feed(v T) (T, bool) {
	if !e.begun {
		e.cur, e.begun = float64(v), true
	} else {
		e.cur = e.alpha*float64(v) + (1-e.alpha)*e.cur
	}
	return T(e.cur), true
}
func (e *ewma[T]) Name() string { return fmt.Sprintf("ewma(%g)", e.alpha) }

func run[T Number](xs []T, ss ...Smoother[T]) map[string][]T {
	out := map[string][]T{}
	for _, s := range ss {
		feed := s.Feed
		for _, x := range xs {
			if v, ok := feed(x); ok {
				out[s.Name()] = append(out[s.Name()], v)
			}
		}
	}
	return out
}

func spark[T Number](xs []T) string {
	if len(xs) == 0 {
		return ""
	}
	lo, hi := xs[0], xs[0]
	for _, x := range xs[1:] {
		lo, hi = min(lo, x), max(hi, x)
	}
	marks := []rune("▁▂▃▄▅▆▇█")
	var sb strings.Builder
	for _, x := range xs {
		f := 0.0
		if hi > lo {
			f = float64(x-lo) / float64(hi-lo)
		}
		sb.WriteRune(marks[int(math.Round(f*float64(len(marks)-1)))])
	}
	return sb.String()
}

func main() {
	temps := []Celsius{12, 14.5, 13, 17, 21.25, 19, 16, 11, 9.5, 10}
	fmt.Println(temps)
	res := run(temps, &window[Celsius]{size: 3}, &ewma[Celsius]{alpha: .25})
	for _, name := range []string{"window(3)", "ewma(0.25)"} {
		fmt.Println(name, len(res[name]), res[name])
		fmt.Println(spark(res[name]))
	}
	ints := []int{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}
	w := &window[int]{size: 4}
	for i, x := range ints {
		v, ok := w.Feed(x)
		fmt.Print(i, ":", v, "/", ok, " ")
	}
	fmt.Println()
	fmt.Println(len(w.buf), w.buf, spark(ints), spark([]float32{1, 1, 1}), spark([]int{}) == "")
	var s Smoother[int] = w
	_, isW := s.(*window[int])
	_, isE := s.(*ewma[int])
	fmt.Println(isW, isE, s.Name())
	fmt.Printf("%+v %#v\n", *w, ewma[float32]{alpha: .5})
	fmt.Printf("%T %T %v\n", s, res, math.IsNaN(math.NaN()))
}
