// Module github.com/jmespath/go-jmespath@v0.4.0

package main

import (
	"fmt"

	"github.com/jmespath/go-jmespath"
)

func main() {
	fmt.Println(jmespath.Search("a[?x > `1`].x", map[string]any{"a": []any{map[string]any{"x": 1.0}, map[string]any{"x": 2.0}}}))
}
