package main

import "fmt"

func count(n int) func(func(int) bool) {
	return func(y func(int) bool) {
		for i := 0; i < n && y(i); i++ {
		}
	}
}

func a() (s float64) {
	for i := range count(3) {
		s += float64(i)
		defer func() { s *= 1.5 }()
	}
	return s
}
func b() (s float64) {
	for i := range count(3) {
		s += float64(i)
		defer func() { s *= 1.5 }()
	}
	return
}
func c() (s int) {
	for range count(3) {
		defer func() { s += 10 }()
	}
	return 1
}
func d() (s int) {
	for range count(3) {
		defer func() { fmt.Println("run", s); s += 10 }()
	}
	return
}
func e() (s int) {
	defer func() {}()
	for range count(3) {
		defer func() { s += 10 }()
	}
	return 1
}

func main() { fmt.Println(a(), b(), c(), d(), e()) }
