package main

import (
	"fmt"
	"slices"
	"sort"
)

func less(a, b int) int {
	if a == 3 {
		panic(fmt.Sprintf("bad %d", a))
	}
	return a - b
}

func main() {
	xs := []int{5, 4, 3, 2}
	sort.Ints(xs)
	xs[0] = 9
	slices.SortFunc(xs, less)
}
