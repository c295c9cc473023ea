package main

import "os"

func init() {
	if len(os.Args) > 0 {
		var a [3]int
		i := len(os.Args) + 4
		a[i] = 1
	}
}

var x = 1

func main() {
	x++
}
