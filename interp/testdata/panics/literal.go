package main

import "fmt"

type E struct{ code int }

func (e E) Error() string { return fmt.Sprint("code ", e.code) }

func walk(depth int, f func(int)) {
	if depth == 2 {
		f(depth)
	}
	if depth < 4 {
		walk(depth+1, f)
	}
	fmt.Print("")
}

func main() {
	defer fmt.Println("deferred")
	walk(0, func(n int) {
		fmt.Println(n)
		panic(E{n})
	})
}
