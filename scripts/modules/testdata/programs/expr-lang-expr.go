// Module github.com/expr-lang/expr@v1.17.8

package main

import (
	"fmt"
	"github.com/expr-lang/expr"
)

func main() {
	env := map[string]any{"xs": []int{1, 2, 3, 4}, "add": func(a, b int) int { return a + b }}
	p, err := expr.Compile(`filter(xs, # > 2) | map(add(#, 10))`, expr.Env(env))
	fmt.Println(err)
	out, err := expr.Run(p, env)
	fmt.Println(out, err)
	_, err = expr.Compile(`xs + `, expr.Env(env))
	fmt.Println(err)
}
