package main

import "fmt"

func g() (s int) {
	defer func() { recover() }()
	for range func(y func() bool) { y() } {
		defer func() { s += 10 }()
		s = 1
	}
	panic(1)
}
func h() int {
	s := 0
	p := &s
	for range func(y func() bool) { y() } {
		defer func() { *p += 10 }()
	}
	return *p
}
func k() (p *int, s int) {
	p = &s
	for range func(y func() bool) { y() } {
		defer func() { s += 10; *p += 100 }()
	}
	return p, 5
}
func l() (s int) {
	for range func(y func() bool) { y() } {
		func() {
			defer func() { s += 10 }()
		}()
	}
	return
}
func m() (s string) {
	for range func(y func() bool) { y(); y() } {
		defer func() { s += "x" }()
	}
	return
}
func n() (s int) {
	for range func(y func() bool) { y() } {
		defer func() { s += 10 }()
		return 7
	}
	return
}
func main() { p, s := k(); fmt.Println(g(), h(), *p, s, l(), m(), n()) }
