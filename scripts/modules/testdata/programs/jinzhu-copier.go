// Module github.com/jinzhu/copier@v0.4.0

package main

import (
	"fmt"

	"github.com/jinzhu/copier"
)

func main() {
	type A struct {
		Name string
		Age  int
	}
	type B struct {
		Name string
		Age  int64
	}
	var b B
	fmt.Println(copier.Copy(&b, &A{"x", 3}), b)
}
