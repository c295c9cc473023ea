// Module github.com/PaesslerAG/gval@v1.2.4

package main

import (
	"fmt"

	"github.com/PaesslerAG/gval"
)

func main() {
	fmt.Println(gval.Evaluate("foo > 0 && bar == \"x\"", map[string]any{"foo": 1, "bar": "x"}))
}
