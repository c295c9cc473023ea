package main

import "fmt"

type T struct{ c chan int }

func worker(id int, in <-chan int, out chan<- int) {
	for v := range in {
		out <- v * id
	}
	panic(fmt.Errorf("worker %d ended: %w", id, fmt.Errorf("inner")))
}
func main() {
	in, out := make(chan int), make(chan int)
	go worker(3, in, out)
	for i := range 3 {
		in <- i
		fmt.Println(<-out)
	}
	close(in)
	<-out
}
