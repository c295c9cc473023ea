// Module github.com/sourcegraph/conc@v0.3.0

package main

import (
	"fmt"

	"github.com/sourcegraph/conc/iter"
)

func main() {
	fmt.Println(iter.Map([]int{1, 2, 3}, func(x *int) int { return *x * *x }))
}
