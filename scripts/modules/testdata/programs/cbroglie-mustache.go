// Module github.com/cbroglie/mustache@v1.4.2

package main

import (
	"fmt"

	"github.com/cbroglie/mustache"
)

func main() {
	fmt.Println(mustache.Render("hello {{c}}{{#l}}<{{.}}>{{/l}}", map[string]any{"c": "world", "l": []int{1, 2}}))
}
