package main

import "sync"

type tree struct{ left, right *tree }

func (t *tree) depth(n int, arrived *sync.WaitGroup) int {
	if t == nil {
		arrived.Done()
		arrived.Wait()
		if n == 3 {
			panic(map[string]int{"a": 1}["b"])
		}
		select {}
	}
	if n == 2 {
		return 1 + t.right.depth(n+1, arrived)
	}
	return 1 + t.left.depth(n+1, arrived)
}

func main() {
	three := &tree{left: &tree{left: &tree{}}}
	two := &tree{left: &tree{}}
	var arrived sync.WaitGroup
	arrived.Add(3)
	go two.depth(0, &arrived)
	go two.depth(0, &arrived)
	func() {
		go func() {
			three.depth(0, &arrived)
		}()
	}()
	select {}
}
