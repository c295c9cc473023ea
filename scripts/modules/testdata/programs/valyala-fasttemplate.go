// Module github.com/valyala/fasttemplate@v1.2.2

package main

import (
	"fmt"

	"github.com/valyala/fasttemplate"
)

func main() {
	fmt.Println(fasttemplate.New("http://{{host}}/?q={{q}}", "{{", "}}").ExecuteString(map[string]any{"host": "g", "q": "x"}))
}
