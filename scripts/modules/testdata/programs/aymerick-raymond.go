// Module github.com/aymerick/raymond@v2.0.2+incompatible

package main

import (
	"fmt"

	"github.com/aymerick/raymond"
)

func main() {
	fmt.Println(raymond.Render("{{#each xs}}{{this}},{{/each}}", map[string]any{"xs": []string{"a", "b"}}))
}
