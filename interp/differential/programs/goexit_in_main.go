package main

import (
	"fmt"
	"runtime"
	"time"
)

func main() {
	defer fmt.Println("deferred")
	go func() {
		time.Sleep(30 * time.Millisecond)
		fmt.Println("the other one has ended")
	}()
	runtime.Goexit()
}
