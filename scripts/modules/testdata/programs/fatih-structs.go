// Module github.com/fatih/structs@v1.1.0

package main

import (
	"fmt"

	"github.com/fatih/structs"
)

func main() {
	type S struct {
		Name string
		ID   int `structs:"id"`
	}
	fmt.Println(structs.Map(S{"a", 1}), structs.Names(S{}))
}
