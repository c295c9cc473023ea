// What keeps functions out stands behind their lines. Where nothing does they are compiled.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"slices"
	"sort"
	"strconv"
	"sync"
	"time"
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
		fmt.Println(
			"at",
			i)
	}
	log.Printf("%d turns", n)
	println(n) // it prints by println; print by fmt.Println
	fmt.Fprintln(os.Stderr, n)
}

func taken(x any, ks map[string]Kernel, b Big) float64 {
	return x.(float64)
}

func (m *Model) read() (s float64) {
	for _, x := range m.xs {
		s += m.k.Eval(x)
	}
	return s
}

func failing(s string) (float64, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, err
	}
	if x < 0 {
		panic(errors.New("negative"))
	}
	return x, nil
}

func text(n int) string {
	s := fmt.Sprint(n)
	for i := range n {
		s += "x"
		s += string(rune('a' + i))
	}
	return s
}

func literals(n int) (total int) {
	add := func(i int) {
		total += i
	}
	for i := range n {
		add(i)
	}
	f := Expo{1}.Eval
	return total + int(f(2))
}

func passed() float64 { return integrate(half) }

func half(x float64) float64 { return x / 2 }

func integrate(f func(float64) float64) float64 { return f(1) }

func compiled() float64 { return integrate(math.Sin) + integrate(slow) } // it uses slow as a value, which is interpreted

func slow(x float64) float64 {
	<-time.After(1) // it calls time.After, which returns a value of type <-chan time.Time; put the computation into a function of its own, without this line
	return x
}

func told(n int) int {
	done := make(chan int, 1)    // it uses channels; put the computation into a function of its own, without channels
	tell := func() { done <- n } // it has a function literal that is interpreted | it uses channels; put the computation into a function of its own, without channels
	tell()
	return n
}

func counts(keys []any) map[any]int { // it returns a value of type map[any]int; use keys of one type
	m := map[any]int{} // it has a value of type map[any]int; use keys of one type
	for _, k := range keys {
		m[k]++
	}
	return m
}

func smallest(names ...string) string { return min(names[0], names[1]) } // it calls the builtin function min of values of type string; compare them with <

func cut(xs []int, n uint) []int { return xs[n:] } // it slices with bounds of type uint; use bounds of type int

func array(xs []int) [3]int { return [3]int(xs) } // it converts a slice to an array; put the computation into a function of its own, without this line

func recovers() { recover() }

func waits(ctx context.Context) { <-ctx.Done() } // it calls Done, which returns a value of type <-chan struct{}; put the computation into a function of its own, without this line

var quarter = func(x float64) float64 { return x / 4 }

func stored(x float64) float64 { return quarter(x) } // it uses the variable quarter, which holds a func(x float64) float64; declare it with func instead of var or :=

func deferred(mu *sync.Mutex, n int) int {
	mu.Lock()
	defer mu.Unlock()
	return n
}

func concurrent(n int) int {
	c := make(chan int) // it uses channels; put the computation into a function of its own, without channels
	go send(c, n)       // it starts a goroutine; put the computation into a function of its own, without this line
	select {
	case x := <-c:
		return x
	default:
	}
	return <-c
}

func send(c chan<- int, n int) { // it takes c of type chan<- int; put the computation into a function of its own, without channels
	c <- n
	close(c) // it uses channels; put the computation into a function of its own, without channels
}

func sorted(ps []Point) {
	slices.SortFunc(ps, byX)
	sort.Slice(ps, nil)
}

func byX(a, b Point) int { return a.x - b.x }

func same(a, b Point) bool { return a == b }

func ranges(n int) (s int) {
	for i := range slices.Values([]int{n}) {
		s += i
	}
	return s
}

func even(n int) bool { return n == 0 || odd(n-1) } // it calls odd, which is interpreted

func odd(n int) bool {
	if n == 0 {
		print(n) // it prints by print; print by fmt.Println
	}
	return n != 0 && even(n-1)
}

func caller(n int) int {
	return concurrent(n) + // it calls concurrent, which is interpreted
		caller(n-1)
}

func main() {}
