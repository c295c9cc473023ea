// Module github.com/antonmedv/expr@v1.15.5

package main

import (
	"fmt"

	"github.com/antonmedv/expr"
)

func main() {
	v, err := expr.Eval("1 + len(x)", map[string]any{"x": []int{1, 2}})
	fmt.Println(v, err)
}
