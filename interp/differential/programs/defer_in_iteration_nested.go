package main

import "fmt"

func once(y func() bool) { y() }
func r1() (err any) {
	for range once {
		defer func() { err = recover() }()
		panic("p")
	}
	return nil
}
func r2() (err any) {
	for range once {
		defer func() { err = recover() }()
	}
	panic("p2")
}
func r3() int {
	for range once {
		defer func() { recover() }()
		var a []int
		return a[3]
	}
	return 9
}
func r4() (x int) {
	for range once {
		for range once {
			defer func() { x++ }()
		}
	}
	return 9
}
func r5() (x int) {
	f := func() (y int) {
		for range once {
			defer func() { y++; x++ }()
		}
		return 4
	}
	return f() * 10
}

type T struct{ n int }

func (t *T) m() (x int, s T) {
	for range once {
		defer func() { x++; t.n++; s.n = t.n }()
	}
	return 9, T{4}
}
func main() {
	fmt.Println(r1(), r2(), r3(), r4(), r5())
	t := T{5}
	fmt.Println(t.m())
	fmt.Println(t)
}
