// Module github.com/kr/pretty@v0.3.1

package main

import (
	"fmt"

	"github.com/kr/pretty"
)

func main() {
	fmt.Println(pretty.Sprint(struct{ A []int }{[]int{1}}))
	fmt.Println(pretty.Diff(map[string]int{"a": 1}, map[string]int{"a": 2}))
}
