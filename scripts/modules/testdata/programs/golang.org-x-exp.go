// Module golang.org/x/exp@v0.0.0-20261113113407-e3970619a1a4

package main

import (
	"fmt"
	"golang.org/x/exp/constraints"
	"golang.org/x/exp/maps"
	"golang.org/x/exp/rand"
	"golang.org/x/exp/slices"
)

func max[T constraints.Ordered](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func main() {
	k := maps.Keys(map[string]int{"a": 1})
	fmt.Println(k, max(1, 2), rand.New(rand.NewSource(1)).Intn(1000), slices.Index([]int{1, 2}, 2))
}
