package main

import "fmt"

type N struct{ next *N }

func depth(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + depth(n-1)
}
func (n *N) len() int {
	if n == nil {
		return 0
	}
	return 1 + n.next.len()
}
func main() {
	fmt.Println(depth(100000))
	var l *N
	for range 50000 {
		l = &N{l}
	}
	fmt.Println(l.len())
	var f func(int) (int, int)
	f = func(n int) (int, int) {
		if n < 2 {
			return n, 1
		}
		a, b := f(n - 1)
		return a + n, b + 1
	}
	fmt.Println(f(30000))
	var ack func(m, n int) int
	ack = func(m, n int) int {
		switch {
		case m == 0:
			return n + 1
		case n == 0:
			return ack(m-1, 1)
		}
		return ack(m-1, ack(m, n-1))
	}
	fmt.Println(ack(2, 60))
}
