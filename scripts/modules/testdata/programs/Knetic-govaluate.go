// Module github.com/Knetic/govaluate@v3.0.0+incompatible

package main

import (
	"fmt"
	"github.com/Knetic/govaluate"
)

func main() {
	e, err := govaluate.NewEvaluableExpression("(a + 2) * b > 10 && name == 'x'")
	r, err2 := e.Evaluate(map[string]interface{}{"a": 3, "b": 4, "name": "x"})
	fmt.Println(r, err, err2)
}
