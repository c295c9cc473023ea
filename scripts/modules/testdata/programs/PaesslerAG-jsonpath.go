// Module github.com/PaesslerAG/jsonpath@v0.1.1

package main

import (
	"fmt"

	"github.com/PaesslerAG/jsonpath"
)

func main() {
	fmt.Println(jsonpath.Get("$.a[1].b", map[string]any{"a": []any{1, map[string]any{"b": "x"}}}))
}
