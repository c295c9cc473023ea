// What keeps functions out stands behind their lines.
package main

import (
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"sort"
	"strconv"
	"sync"
)

type Kernel interface{ Eval(x float64) float64 }

type Expo struct{ l float64 }

func (e Expo) Eval(x float64) float64 { return x / e.l }

type Model struct {
	k  Kernel
	xs []float64
}

type Big struct{ a [30]float64 }

type Point struct{ x, y int }

func printed(n int) {
	for i := range n {
		fmt.Println( // it prints by fmt.Println; print where it is called, or put the computing into a function of its own, without this line
			"at",
			i)
	}
	log.Printf("%d turns", n)  // it prints by log.Printf; print where it is called, or put the computing into a function of its own, without this line
	println(n)                 // it prints by println; print where it is called, or put the computing into a function of its own, without this line
	fmt.Fprintln(os.Stderr, n) // it prints by fmt.Fprintln; print where it is called, or put the computing into a function of its own, without this line
}

func taken(x any, ks map[string]Kernel, b Big) float64 { // it takes x of type any; use the type that it has in fact, or make the function generic | it takes b of type Big, which has more than 24 parts; use pointers, *Big
	return x.(float64)
}

func (m *Model) read() (s float64) {
	for _, x := range m.xs {
		s += m.k.Eval(x) // it reads the field k of type Kernel; use the type that it has in fact, or make the function generic
	}
	return s
}

func failing(s string) (float64, error) { // it returns a value of type error; return a bool or a number in its place, or put the computing into a function of its own
	x, err := strconv.ParseFloat(s, 64) // it calls strconv.ParseFloat, which returns a value of type error; put the computing into a function of its own, without this line
	if err != nil {
		return 0, err
	}
	if x < 0 {
		panic(errors.New("negative")) // it panics with a value of an interface type; panic with a string | it calls errors.New, which returns a value of type error; put the computing into a function of its own, without this line
	}
	return x, nil
}

func text(n int) string {
	s := fmt.Sprint(n) // it calls fmt.Sprint, which takes a value of type any; put the computing into a function of its own, without this line
	for i := range n {
		s += "x"                   // it joins strings; return the parts, and join them where it is called
		s += string(rune('a' + i)) // it joins strings; return the parts, and join them where it is called | it converts a rune to a string; convert it where it is called
	}
	return s
}

func literals(n int) (total int) {
	add := func(i int) { // it has a function literal that uses variables around it: total; declare a function with func that takes what it needs, and call it by its name
		total += i
	}
	for i := range n {
		add(i)
	}
	f := Expo{1}.Eval // it uses the method Expo.Eval as a value; call the method
	return total + int(f(2))
}

func passed() float64 { return integrate(half) } // it uses half as a value; take the function as an argument

func half(x float64) float64 { return x / 2 }

func integrate(f func(float64) float64) float64 { return f(1) }

var quarter = func(x float64) float64 { return x / 4 }

func stored(x float64) float64 { return quarter(x) } // it uses the variable quarter, which holds a func(x float64) float64; declare it with func, in place of var or :=

func deferred(mu *sync.Mutex, n int) int {
	mu.Lock()
	defer mu.Unlock() // it defers a call; put the computing into a function of its own, without this line
	return n
}

func concurrent(n int) int {
	c := make(chan int) // it uses channels; put the computing into a function of its own, without this line
	go send(c, n)       // it starts a goroutine; put the computing into a function of its own, without this line
	select {
	case x := <-c:
		return x
	default:
	}
	return <-c
}

func send(c chan<- int, n int) { // it takes c of type chan<- int; put the computing into a function of its own, without this line
	c <- n
	close(c) // it uses channels; put the computing into a function of its own, without this line
}

func sorted(ps []Point) {
	slices.SortFunc(ps, byX) // it calls slices.SortFunc, which is interpreted; put the computing into a function of its own, without this line
	sort.Slice(ps, nil)      // it calls sort.Slice, which takes a value of type any; put the computing into a function of its own, without this line
}

func byX(a, b Point) int { return a.x - b.x }

func same(a, b Point) bool { return a == b } // it compares values of type Point

func ranges(n int) (s int) {
	for i := range slices.Values([]int{n}) { // it ranges over a function; loop over a slice or an index
		s += i
	}
	return s
}

func even(n int) bool { return n == 0 || odd(n-1) } // it calls odd, which is interpreted

func odd(n int) bool {
	if n == 0 {
		print(n) // it prints by print; print where it is called, or put the computing into a function of its own, without this line
	}
	return n != 0 && even(n-1)
}

func caller(n int) int {
	return concurrent(n) + // it calls concurrent, which is interpreted
		caller(n-1)
}

func main() {}
