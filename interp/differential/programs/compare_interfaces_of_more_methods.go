package main

import (
	"fmt"
	"io"
	"os"
)

type shape interface{ area() int }

type solid interface {
	shape
	volume() int
}

type cube struct{ a int }

func (c cube) area() int   { return 6 * c.a * c.a }
func (c cube) volume() int { return c.a * c.a * c.a }

func same(s solid, of []any) (n int) {
	for _, x := range of {
		if s == x {
			n++
		}
		if x != s {
			n += 10
		}
	}
	return n
}

func kind(s solid, one any, two shape) string {
	switch s {
	case nil:
		return "none"
	case one:
		return "one"
	case two:
		return "two"
	}
	return "other"
}

func numeric(xs []float64, s solid, x any) float64 {
	sum := 0.0
	for _, v := range xs {
		sum += v
	}
	if s == x {
		sum *= 2
	}
	return sum
}

var errStop = fmt.Errorf("stop")

func main() {
	defer func() {
		if r := recover(); errStop == r {
			fmt.Println("stopped")
		}
	}()
	var s solid = cube{2}
	fmt.Println(same(s, []any{cube{2}, cube{3}, nil, 5, s, shape(s)}))
	fmt.Println(kind(s, cube{2}, nil), kind(s, 2, cube{2}), kind(s, nil, nil), kind(nil, nil, s))
	fmt.Println(numeric([]float64{1, 2}, s, cube{2}), numeric([]float64{1, 2}, s, cube{3}))
	var rw io.ReadWriter = os.Stdout
	var w io.Writer = rw
	fmt.Println(rw == w, rw != w, w == rw, rw == any(w))
	var none solid
	var nothing any
	fmt.Println(none == nothing, nothing == none, s == shape(s), solid(s) != any(s))
	fmt.Println(func() (text string) {
		defer func() { text = fmt.Sprint(recover()) }()
		var e interface{ Error() string } = uncomparable{}
		var a any = uncomparable{}
		return fmt.Sprint(e == a)
	}())
	panic(errStop)
}

type uncomparable []int

func (uncomparable) Error() string { return "" }
