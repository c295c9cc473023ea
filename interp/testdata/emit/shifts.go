//go:build ignore

// Shifts of constants by what is computed.
package main

import "fmt"

func main() {
	var i uint64 = 1
	var x = 12345
	if y := x << (i & 5); y != 24690 {
		panic(y)
	}
	for n := range uint8(5) {
		fmt.Println(12345<<(n&3+1), uint8(200)<<(n*2), -12345>>(n+1), int8(-100)>>(n^1))
	}
	x <<= (i + 1) & 5
	fmt.Println(x, 1<<(i+1)&5, uint32(1)<<(i*31))
}
