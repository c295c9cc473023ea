// Module dario.cat/mergo@v1.0.2

package main

import (
	"fmt"

	"dario.cat/mergo"
)

func main() {
	type C struct {
		A string
		B int
	}
	d := C{A: "x"}
	fmt.Println(mergo.Merge(&d, C{"y", 3}), d)
}
