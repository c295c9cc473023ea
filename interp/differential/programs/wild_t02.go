package main

import "fmt"

type T struct{ n int }

func (t T) Get() int       { return t.n }
func (t T) String() string { return "T!" }

func main() {
	t := T{1}
	defer fmt.Println("deferred", t)
	fmt.Println(t)
}
