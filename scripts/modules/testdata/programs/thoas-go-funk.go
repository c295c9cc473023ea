// Module github.com/thoas/go-funk@v0.9.3

package main

import (
	"fmt"

	"github.com/thoas/go-funk"
)

func main() {
	fmt.Println(funk.Contains([]string{"a"}, "a"), funk.Map([]int{1, 2}, func(x int) string { return fmt.Sprint(x) }), funk.Chunk([]int{1, 2, 3}, 2))
}
