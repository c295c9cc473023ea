package main

import (
	"fmt"
	"os"
	"sync"
)

func main() {
	func() {
		defer func() {
			r := recover()
			_, isError := r.(error)
			fmt.Println(r, isError)
		}()
		n := -1
		_ = make(chan int, n)
	}()
	var wg sync.WaitGroup
	wg.Go(func() {
		fmt.Println("giving up")
		os.Exit(3)
	})
	wg.Wait()
	select {}
}
