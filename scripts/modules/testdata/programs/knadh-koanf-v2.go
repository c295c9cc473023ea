// Module github.com/knadh/koanf/v2@v2.4.1

package main

import (
	"fmt"

	"github.com/knadh/koanf/maps"
)

func main() {
	m := maps.Unflatten(map[string]any{"a.b": 1, "a.c": 2}, ".")
	fmt.Println(m)
}
