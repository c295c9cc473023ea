package main

import "fmt"

func down(n int) int {
	if n == 0 {
		var s []int
		return s[n]
	}
	x := down(n - 1)
	return x + 1
}

func main() {
	fmt.Println("start")
	fmt.Println(down(3))
}
