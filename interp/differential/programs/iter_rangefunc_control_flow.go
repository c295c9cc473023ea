//go:build ignore

package main

import (
	"errors"
	"fmt"
	"iter"
)

var log []string

func note(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }

func flush(title string) {
	fmt.Println(title, log)
	log = log[:0]
}

func upto(name string, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		note("%s.open", name)
		defer note("%s.close", name)
		for i := 1; i <= n; i++ {
			if !yield(i) {
				note("%s.stopped@%d", name, i)
				return
			}
		}
	}
}

func early(limit int) (res int, err error) {
	for i := range upto("x", 5) {
		for j := range upto("y", 5) {
			if i*j == limit {
				return i*10 + j, nil
			}
		}
	}
	return -1, errors.New("nothing")
}

func labels() (out []string) {
a:
	for i := range upto("a", 3) {
	b:
		for j := range upto("b", 3) {
			for k := range upto("c", 3) {
				out = append(out, fmt.Sprint(i, j, k))
				switch {
				case k == 2 && j == 1:
					continue b
				case j == 2 && i == 1:
					continue a
				case i == 2:
					break a
				case k == 1:
					break b
				}
			}
		}
	}
	return
}

func deferred() {
	for i := range upto("d", 3) {
		defer note("deferred %d", i)
	}
	note("loop done")
}

func goTo() {
	tries := 0
again:
	for i := range upto("g", 3) {
		if i == 2 && tries < 2 {
			tries++
			goto again
		}
		note("v%d", i)
	}
}

func bad(yield func(int) bool) {
	yield(1)
	yield(2)
}

type Matrix [2][3]int

func (m *Matrix) Cells() iter.Seq2[[2]int, *int] {
	return func(yield func([2]int, *int) bool) {
		for r := range m {
			for c := range m[r] {
				if !yield([2]int{r, c}, &m[r][c]) {
					return
				}
			}
		}
	}
}

func main() {
	fmt.Println(early(6))
	flush("early")
	fmt.Println(early(26))
	fmt.Println(len(log))
	log = nil
	fmt.Println(labels())
	fmt.Println(len(log))
	log = nil
	deferred()
	flush("deferred")
	goTo()
	flush("goto")
	func() {
		defer func() {
			r := recover()
			_, isErr := r.(error)
			flush(fmt.Sprint("panic: ", r, isErr))
		}()
		for i := range upto("p", 3) {
			if i == 2 {
				panic("two")
			}
		}
	}()
	func() {
		defer func() { fmt.Println("misbehaving:", recover()) }()
		for range bad {
			break
		}
	}()
	var m Matrix
	for at, p := range m.Cells() {
		if *p = at[0]*10 + at[1]; *p == 11 {
			break
		}
	}
	fmt.Println(m)
	var funcs []func() int
	for i := range upto("f", 3) {
		funcs = append(funcs, func() int { i *= 2; return i })
	}
	for _, f := range funcs {
		fmt.Print(f(), f(), " ")
	}
	x := 0
	for x = range upto("s", 4) {
		if x == 3 {
			break
		}
	}
	fmt.Println(x)
	n := 0
	for range upto("n", 4) {
		n++
	}
	for range 3 {
		n++
	}
	for i := range int8(2) {
		fmt.Printf("%T%d ", i, i)
	}
	fmt.Println(n)
	times := func(yield func() bool) {
		for yield() {
		}
	}
	for range times {
		if n++; n > 10 {
			break
		}
	}
	fmt.Println(n)
}
