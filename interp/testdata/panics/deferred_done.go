package main

import (
	"fmt"
	"sync"
	"time"
)

func work(i int, start chan bool, wg *sync.WaitGroup) {
	defer wg.Done()
	<-start
	if i == 3 {
		var m map[string]int
		m["a"] = i
	}
	for j := 0; j < 100; j++ {
		_ = fmt.Sprint(j)
	}
}

func main() {
	var wg sync.WaitGroup
	start := make(chan bool)
	for i := range 8 {
		wg.Add(1)
		go work(i, start, &wg)
	}
	close(start)
	wg.Wait()
	time.Sleep(time.Minute) // the panic ends the program
}
